import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { itemTypes } from '#shared/item-types.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { PlanTree } from '../plan-tree.ts'
import type { FilePlan, PlanItem } from '../plan-types.ts'
import { cleanContent } from '../text.ts'

/** The user's options for an API description. */
export interface ApiChoice {
  /** Create an item of the type that API clients edit, when the file becomes a new item. */
  forApiClient: boolean
  /** The language of names and pages that the description does not name itself. */
  lang: Lang
}

/** Reads the JSON value of one format of API descriptions; undefined for a value in another format. */
export type DescriptionFormat = (root: UnknownObject, choice: ApiChoice) => FilePlan | undefined

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

/**
 * Returns the item of an API description. A description does not define visibility: members only, unless chosen
 * otherwise.
 */
export const planItem = (tree: PlanTree, name: string, description: string, { forApiClient }: ApiChoice): PlanItem => ({
  item_name: tree.itemName(name),
  item_description: tree.description(cleanContent(description)),
  item_type: (forApiClient ? itemTypes.api : itemTypes.regular).numbers[0],
  password: '',
  isPrivate: true,
})
