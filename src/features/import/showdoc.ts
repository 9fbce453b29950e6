import { isJsonDocument, parseJson, prettyJson } from './json-guard.ts'
import { type ByteBudget, importLimits } from './limits.ts'
import type { ImportPlan, PlanItemType } from './plan-shape.ts'
import { PlanTree, pathName } from './plan-tree.ts'
import { refuse } from './refused.ts'
import { cleanContent, cleanTitle, cutTitle, decodeText, inflateStored, unescapeOnce } from './text.ts'

/** The type of an item of which the file says nothing that we know. Source: specification, item types. */
const regular = 1
const singlePage = 2
const spreadsheet = 4
const whiteboard = 5
const kanban = 6
/** The place of what has none. Source: reference 2.2. */
const lastPlace = 99

/** A JSON object whose fields nobody has vouched for. */
type Loose = Record<string, unknown>

/**
 * The plan of an item file (`info.json` of a ShowDoc archive), or undefined when the JSON is something else. Ids,
 * owner, members, dates and own addresses in it are not looked at.
 *
 * Texts are unescaped once: page texts because that is how they are stored, unless they are JSON as they stand; names
 * and titles because most writers escape them too, and a name that really holds entity text is very rare.
 * Source: reference 0.3, 2.2, 4.1.
 *
 * @throws {ImportRefused} badJson, jsonTooDeep, jsonTooMany, tooLarge, ratio
 */
export function planOfItemFile(bytes: Uint8Array, name: string, budget: ByteBudget): ImportPlan | undefined {
  const decoded = decodeText(bytes) ?? refuse('badJson', name)
  const info = looseOf(parseJson(decoded.text, name))
  const tree = looseOf(info?.pages)
  if (!info || !tree) return undefined

  const reader = new ItemReader(numberOf(info.item_type, regular), budget)
  if (decoded.encoding !== 'utf-8') reader.plan.note(name, 'encodingGuessed')
  reader.readCatalog(tree, [])
  return {
    source: name.endsWith('prefix_info.json') ? 'showdoc-old' : 'showdoc',
    item: {
      item_name: reader.itemName(textOf(info.item_name)),
      item_description: cleanContent(unescapeOnce(textOf(info.item_description))),
      item_type: reader.itemType(),
      password: unescapeOnce(textOf(info.password)),
    },
    catalogs: reader.plan.catalogs,
    pages: reader.plan.pages,
    skipped: reader.plan.skipped,
    notes: reader.plan.notes,
  }
}

/** Walks the tree of an item file. Its depth is bounded by that of the JSON. */
class ItemReader {
  readonly plan = new PlanTree()
  readonly #type: number
  readonly #budget: ByteBudget

  constructor(type: number, budget: ByteBudget) {
    this.#type = type
    this.#budget = budget
  }

  readCatalog(catalog: Loose, path: string[]): void {
    for (const page of listOf(catalog.pages)) this.#readPage(page, path)
    for (const child of listOf(catalog.catalogs)) {
      const below = [...path, this.plan.catalogName(unescapeOnce(textOf(child.cat_name)))]
      this.plan.addCatalog(below, numberOf(child.s_number, lastPlace))
      this.readCatalog(child, below)
    }
  }

  itemName(raw: string): string {
    const name = cleanTitle(unescapeOnce(raw))
    if (name.length > importLimits.titleLength) this.plan.note(pathName([name]), 'nameCut')
    return cutTitle(name, importLimits.titleLength)
  }

  /** A one-page kind with more than its page becomes a regular item, for there its other pages could not be seen. */
  itemType(): PlanItemType {
    const { pages, catalogs } = this.plan
    const type = this.#type
    const isTooMany = (type === singlePage || type === spreadsheet) && (pages.length > 1 || catalogs.length > 0)
    if (!isTooMany && (type === 0 || type === 1 || type === 2 || type === 3 || type === 4)) return type
    this.plan.note(String(type), 'typeChanged')
    return regular
  }

  #readPage(page: Loose, path: string[]): void {
    const page_title = unescapeOnce(textOf(page.page_title))
    const isForeign = this.#type === whiteboard || this.#type === kanban
    const text = contentOf(textOf(page.page_content), this.#budget, pathName([...path, page_title]))
    const asCode = isForeign && isJsonDocument(text)
    if (asCode) this.plan.note(pathName([...path, page_title]), 'asJsonText')
    this.plan.addPage(path, {
      page_title,
      page_content: asCode ? fenced(prettyJson(text)) : text,
      page_comments: unescapeOnce(textOf(page.page_comments)),
      s_number: numberOf(page.s_number, lastPlace),
      is_draft: numberOf(page.is_draft, 0) === 1 || page.is_draft === true,
    })
  }
}

/** A stored page text as it was typed: unpacked, then unescaped once unless it is JSON already. Source: reference 8.2. */
function contentOf(raw: string, budget: ByteBudget, name: string): string {
  const text = inflateStored(raw, budget, name)
  return isJsonDocument(text) ? text : unescapeOnce(text)
}

/** A text as a code block, between fences longer than any in it. */
function fenced(json: string): string {
  const longest = (json.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${json}\n${fence}\n`
}

function looseOf(value: unknown): Loose | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined
}

/** The objects of a list. PHP writes a list with a gap as an object, and an empty object as a list. */
function listOf(value: unknown): Loose[] {
  const values = Array.isArray(value) ? value : Object.values(looseOf(value) ?? {})
  return values.map(looseOf).filter((it) => it !== undefined)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** A whole number from 0 that may be written as text, else `otherwise`. */
function numberOf(value: unknown, otherwise: number): number {
  const digits = textOf(value)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : otherwise
}
