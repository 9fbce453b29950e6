import { randomBytes } from 'node:crypto'
import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { getItemType, type ItemType, itemTypes } from '#shared/item-types.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { unescapeHtml } from '#src/core/html-entities.ts'
import type { Lang } from '#src/core/i18n.ts'
import { rejectImport } from './import-error.ts'
import { type ByteBudget, importLimits } from './limits.ts'
import { PlanTree, pathName } from './plan-tree.ts'
import type { FilePlan, PlanFile } from './plan-types.ts'
import { isJsonDocument, itemFileLimits, parseJson, prettyJson } from './safe-json.ts'
import { cleanTitle, cutTitle, decodeText, inflateStored } from './text.ts'

/** The default type of an item, when the file's type is missing or unknown. Source: specification, item types. */
const regular = itemTypes.regular.numbers[0]
/** The position of entries without one. Source: reference 2.2. */
const lastPlace = 99

/** Returns a whole number from 0, which may be written as text, else `otherwise`. */
function toWholeNumber(value: unknown, otherwise: number): number {
  const digits = toText(value)
  return /^\d{1,9}$/.test(digits) ? Number(digits) : otherwise
}

/**
 * Returns the plan of an item file (`info.json` of a ShowDoc archive), or undefined when the JSON is something else.
 * Ids, owner, members, dates and custom addresses in it are ignored.
 *
 * Texts are unescaped once: page texts because they are stored escaped, unless they are valid JSON already; names and
 * titles because most writers escape them too, and a name that really contains entity text is very rare. Source:
 * reference 0.3, 2.2, 4.1.
 *
 * @throws {ImportError} badJson, jsonTooDeep, jsonTooMany, tooLarge, ratio
 */
export function planItemFile(
  bytes: Uint8Array,
  name: string,
  budget: ByteBudget,
  { unpack, lang }: { unpack: UnpackFile; lang: Lang },
): FilePlan | undefined {
  const decoded = decodeText(bytes) ?? rejectImport('badJson', name, { line: 1, column: 1 })
  const info = toObject(parseJson(decoded.text, name, itemFileLimits))
  const tree = toObject(info?.pages)
  if (!info || !tree) return undefined

  const reader = new ItemReader(toWholeNumber(info.item_type, regular), budget, lang)
  reader.readFiles(toObjects(info.files), unpack)
  if (decoded.encoding !== 'utf-8') reader.plan.note(name, 'encodingGuessed')
  reader.readCatalog(tree, [])
  return {
    source: name.endsWith('prefix_info.json') ? 'showdoc-old' : 'showdoc',
    item: {
      item_name: reader.plan.itemName(unescapeHtml(toText(info.item_name))),
      item_description: reader.plan.description(unescapeHtml(toText(info.item_description))),
      item_type: reader.itemType(),
      password: unescapeHtml(toText(info.password)),
      isPrivate: toWholeNumber(info.is_private, 0) === 1,
    },
    catalogs: reader.plan.catalogs,
    pages: reader.plan.pages,
    skipped: reader.plan.skipped,
    notes: reader.plan.notes,
    files: reader.files,
  }
}

/** Unpacks a file of the archive and returns its path and size; undefined when it is not there. */
export type UnpackFile = (path: string) => Pick<PlanFile, 'path' | 'sizeBytes'> | undefined

/** Reads the tree of an item file. Its depth is limited by the JSON limits. */
class ItemReader {
  readonly plan: PlanTree
  readonly files: PlanFile[] = []
  readonly #signs = new Map<string, string>()
  readonly #number: number
  readonly #type: ItemType
  readonly #budget: ByteBudget

  constructor(item_type: number, budget: ByteBudget, lang: Lang) {
    this.#number = item_type
    this.#type = getItemType(item_type)
    this.#budget = budget
    const { hasLargePages } = this.#type
    this.plan = new PlanTree(lang, hasLargePages ? importLimits.sheetBytes : importLimits.pageBytes)
    if (hasLargePages) budget.allowSheets()
  }

  readCatalog(catalog: UnknownObject, path: string[]): void {
    for (const page of toObjects(catalog.pages)) this.#readPage(page, path)
    for (const child of toObjects(catalog.catalogs)) {
      const below = [...path, this.plan.catalogName(unescapeHtml(toText(child.cat_name)))]
      this.plan.addCatalog(below, toWholeNumber(child.s_number, lastPlace))
      this.readCatalog(child, below)
    }
  }

  /**
   * Reads the images and attachments that the item file lists. Each gets a new sign: the old one may belong to another
   * user's file of this site.
   */
  readFiles(listed: readonly UnknownObject[], unpack: UnpackFile): void {
    for (const file of listed) {
      const old = toText(file.sign)
      const name = toText(file.path)
      if (!/^[0-9a-f]{32}$/.test(old) || this.#signs.has(old)) continue
      const taken = unpack(name)
      if (!taken) {
        this.plan.skip(name || old, 'fileMissing')
        continue
      }
      const sign = randomBytes(16).toString('hex')
      this.#signs.set(old, sign)
      const display_name = cutTitle(cleanTitle(unescapeHtml(toText(file.display_name))), importLimits.titleLength)
      this.files.push({ sign, display_name: display_name || 'file', ...taken })
    }
  }

  #withNewSigns(text: string): string {
    if (this.#signs.size === 0) return text
    return text.replace(/(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g, (sign) => this.#signs.get(sign) ?? sign)
  }

  /**
   * Returns the item's type. A one-page type with several pages becomes a regular item, since its other pages could not
   * be seen.
   */
  itemType(): number {
    const { pages, catalogs } = this.plan
    const isTooMany = this.#type.isOnePage && (pages.length > 1 || catalogs.length > 0)
    if (!isTooMany && !this.#type.isForeign) return this.#number
    this.plan.note(String(this.#number), 'typeChanged')
    return regular
  }

  #readPage(page: UnknownObject, path: string[]): void {
    const page_title = unescapeHtml(toText(page.page_title))
    const raw = contentOf(toText(page.page_content), this.#budget, pathName([...path, page_title]))
    const text = this.#withNewSigns(raw)
    const asCode = this.#type.isForeign && isJsonDocument(text)
    if (asCode) this.plan.note(pathName([...path, page_title]), 'asJsonText')
    this.plan.addPage(path, {
      page_title,
      page_content: asCode ? `${fenced(prettyJson(text), 'json')}\n` : text,
      page_comments: unescapeHtml(toText(page.page_comments)),
      s_number: toWholeNumber(page.s_number, lastPlace),
      is_draft: toWholeNumber(page.is_draft, 0) === 1 || page.is_draft === true,
      ext_info: apiDocExtInfo(text) ?? '',
      files: (Array.isArray(page.files) ? page.files : []).flatMap((sign) => this.#signs.get(toText(sign)) ?? []),
    })
  }
}

/**
 * Returns a stored page text in its original form: decompressed, then unescaped once unless it is JSON already. Source:
 * reference 8.2.
 */
function contentOf(raw: string, budget: ByteBudget, name: string): string {
  const text = inflateStored(raw, budget, name)
  return isJsonDocument(text) ? text : unescapeHtml(text)
}
