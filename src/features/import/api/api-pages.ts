import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import type { Lang } from '#src/core/i18n.ts'

/** The user's options for an API description. */
export interface ApiChoice {
  /** Create an item of the type that API clients edit, when the file becomes a new item. */
  forApiClient: boolean
  /** The language of names and pages that the description does not name itself. */
  lang: Lang
}

/** Returns the text of a page with an API document, and its menu information. They are the same in every language. */
export function apiPage(doc: ApiJson): { page_content: string; ext_info: string } {
  const page_content = JSON.stringify(doc, null, 1)
  return { page_content, ext_info: apiDocExtInfo(page_content) ?? '' }
}

/** Assigns unique titles per `path` of a file: the method and address distinguish a second page of the same title. */
export class FreeTitles {
  readonly #taken = new Set<string>()

  take(path: readonly string[], title: string, call: string): string {
    const keyOf = (name: string) => JSON.stringify([...path, name])
    const free = [title, `${title} (${call})`].find((name) => !this.#taken.has(keyOf(name))) ?? title
    this.#taken.add(keyOf(free))
    return free
  }
}
