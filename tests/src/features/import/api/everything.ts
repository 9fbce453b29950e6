import type { ImportPlan, PlanCatalog, PlanPage } from '#src/features/import/plan-types.ts'

/** All pages of a plan, prefixed with the path of their catalogs. */
export function pagesOf(plan: Pick<PlanCatalog, 'pages' | 'catalogs'>, path = ''): (PlanPage & { path: string })[] {
  const own = plan.pages.map((page) => ({ ...page, path: path + page.page_title }))
  return [...own, ...plan.catalogs.flatMap((catalog) => pagesOf(catalog, `${path}${catalog.cat_name}/`))]
}

/** The page at `path`. */
export function pageAt(plan: ImportPlan, path: string): PlanPage & { path: string } {
  const page = pagesOf(plan).find((one) => one.path === path)
  if (!page) throw new Error(`no page ${path} among ${pagesOf(plan).map((one) => one.path)}`)
  return page
}

/** Everything in a plan as one text: names, titles and contents. */
export const textOfPlan = (plan: ImportPlan): string =>
  [
    plan.item.item_name,
    plan.item.item_description,
    ...pagesOf(plan).map((page) => `${page.path}\n${page.page_content}`),
  ]
    .join('\n')
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')

/** All texts in a value, except those under the given keys. */
export function leavesOf(value: unknown, without: ReadonlySet<string>): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, without))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => (without.has(key) ? [] : leavesOf(one, without)))
}
