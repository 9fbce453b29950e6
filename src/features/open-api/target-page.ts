import { fail } from '#src/core/errors.ts'
import { depthMost } from '#src/features/catalog/index.ts'

/** The position of a page of the open API: its catalogs, from the top, and its title. */
export interface TargetPage {
  names: string[]
  page_title: string
}

const longestName = 200

/**
 * Returns the position of a page with a path of catalogs such as `A/B/C`. A page below the third level goes into the
 * third catalog, with the names of the deeper ones before its title: always, so that the next call finds the same page
 * again and two pages with one title from two folders stay separate.
 *
 * @throws {AppError} textTooLong
 */
export function toTargetPage(path: string, title: string): TargetPage {
  const names = path
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const page_title = [...names.slice(depthMost), title].join(' - ')
  for (const [field, text] of [
    ...names.map((name) => ['cat_name', name] as const),
    ['page_title', page_title] as const,
  ]) {
    if (text.length > longestName) fail('textTooLong', { field, most: longestName })
  }
  return { names: names.slice(0, depthMost), page_title }
}
