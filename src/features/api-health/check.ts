import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { findingText } from '#shared/api-doc/lint/finding-text.ts'
import { Linter, type LintResult } from '#shared/api-doc/lint/lint.ts'
import { type LintSettings, lintRuleNames, lintRules, lintSettings } from '#shared/api-doc/lint/rules.ts'
import { type ItemAccess, isInScope } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import type { App } from '#src/core/app.ts'
import { ConcurrencyLimiter } from '#src/core/concurrency-limiter.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import { transact } from '#src/db/database.ts'
import { type ItemOperation, listAddressedPages, readOperations } from '#src/features/api-operations/index.ts'
import { statusOf } from '#src/features/export/index.ts'
import { findLintRules, upsertLintRules } from './queries.ts'
import { lintTexts } from './texts.ts'

/** Returns the levels of an item's rules. */
export async function readLintSettings(db: Db, item_id: number): Promise<LintSettings> {
  const row = await findLintRules(db, item_id)
  try {
    return lintSettings(JSON.parse(row?.rules ?? '{}') as Record<string, unknown>)
  } catch {
    return lintSettings()
  }
}

/** Stores the levels of an item's rules; those that are the default are not stored. @throws {AppError} itemArchived */
export async function saveLintSettings(
  app: App,
  item: ItemAccess<'manage'>,
  chosen: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = lintSettings(chosen)
  const own = lintRuleNames.filter((name) => settings[name] !== lintRules[name]).map((name) => [name, settings[name]])
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await upsertLintRules(tx, item.item_id, JSON.stringify(Object.fromEntries(own)))
  })
}

/** Returns where a page shows an example: `request`, or a status. */
function shownExamples(text: string): Set<string> {
  const doc = readApiDoc(text)
  const shown = new Set<string>()
  if (doc && doc.body !== '') shown.add('request')
  for (const one of doc?.responses ?? []) if (one.example !== '') shown.add(statusOf(one))
  return shown
}

// A check of thousands of pages takes a second of a processor: two at a time, for all callers.
const lane = new ConcurrencyLimiter(2, 20)
const sliceMs = 20
const slicePages = 50

/** Checks the API pages of an item that a caller may see. Others have their turn between the pages. */
async function lintItem(app: App, item: ItemAccess<'edit'>, settings: LintSettings): Promise<LintResult> {
  const listed = await listAddressedPages(app, item.item_id)
  const ids = listed.filter(({ cat_id }) => isInScope(item, cat_id)).map(({ page_id }) => page_id)
  const linter = new Linter(item.catalogs ? { ...settings, 'model-unused': 'off' } : settings)
  let started = performance.now()
  for (let from = 0; from < ids.length; from += slicePages) {
    const operations: ItemOperation[] = await readOperations(app, item.item_id, ids.slice(from, from + slicePages))
    for (const one of operations) {
      linter.add({ ...one, key: String(one.page_id), shownExamples: shownExamples(one.text) })
      if (performance.now() - started < sliceMs) continue
      await new Promise((resolve) => setImmediate(resolve))
      started = performance.now()
    }
  }
  return linter.finish()
}

/** Returns the health of an item's API: its score, and the findings by page. @throws {AppError} tooManyRequests */
export async function checkItem(app: App, item: ItemAccess<'edit'>, lang: Lang) {
  const settings = await readLintSettings(app.db, item.item_id)
  const { score, scores, findings, isCut } = await lane.run(() => lintItem(app, item, settings))
  const pages = await listAddressedPages(app, item.item_id)
  const texts = lintTexts[lang]
  const byPage = Map.groupBy(findings, ({ key }) => key)
  const rank = { error: 0, warning: 1, hint: 2 } as const
  const shown = (key: string) =>
    (byPage.get(key) ?? [])
      .toSorted((one, other) => rank[one.level] - rank[other.level])
      .map((one) => ({
        rule: one.rule,
        level: one.level,
        text: findingText(one, texts),
        fix: one.fix ?? ('' as const),
      }))
  const count = (level: string) => findings.filter((one) => one.level === level).length
  return {
    score,
    operations: scores.size,
    errors: count('error'),
    warnings: count('warning'),
    hints: count('hint'),
    is_cut: isCut,
    rules: lintRuleNames.map((name) => ({
      rule: name,
      level: settings[name],
      default_level: lintRules[name],
      title: texts.titles[name] ?? name,
    })),
    general: shown(''),
    pages: pages
      .filter(({ page_id }) => byPage.has(String(page_id)))
      .map(({ page_id, page_title, method, path }) => ({
        page_id,
        page_title,
        method,
        path,
        score: scores.get(String(page_id)) ?? 100,
        findings: shown(String(page_id)),
      }))
      .toSorted((one, other) => one.score - other.score),
  }
}
