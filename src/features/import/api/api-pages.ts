import { deflateRawSync } from 'node:zlib'
import { apiDocExtInfo, extInfoOf } from '#shared/api-doc/api-doc.ts'
import type { ApiJson } from '#shared/api-doc/api-page-json.ts'
import type { OperationSource, PageSource, RequestSource } from '#shared/api-doc/openapi/page-source.ts'
import { point, points } from '#shared/api-doc/remark.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { trimName } from '#shared/contract/name.ts'
import type { ImportFormat } from '#shared/import-formats.ts'
import { itemTypes } from '#shared/item-types.ts'
import { joined } from '#shared/markdown/write.ts'
import type { Lang } from '#src/core/i18n.ts'
import { importLimits, packLevel } from '../limits.ts'
import { PlanTree, pathName } from '../plan-tree.ts'
import type { FilePlan, NoteReason, PlanDescription, PlanEnvironment, SkippedPart } from '../plan-types.ts'
import { cleanContent, cutTitle } from '../text.ts'
import { type ApiLabels, getLabels } from './api-labels.ts'
import type { RemoteFiles } from './remote-files.ts'
import { findUnplaced, WrittenWords } from './unplaced.ts'

/** The user's options for an API description. */
export interface ApiChoice {
  /** Create an item of the type that API clients edit, when the file becomes a new item. */
  forApiClient: boolean
  /** The language of names and pages that the description does not name itself. */
  lang: Lang
  /** The catalogs that all pages go into; none by default. */
  under?: readonly string[] | undefined
  /** The files of other addresses that a description refers to. */
  remote?: RemoteFiles | undefined
}

/**
 * Writes the pages of the parsed value (JSON or YAML) of one format; returns false, and writes nothing, for a value of
 * another format.
 *
 * @param name of the file
 */
export type ValueReader = (value: unknown, out: ApiWriter, name: string) => boolean

/** Writes the pages of a text in a format of its own; returns false, and writes nothing, for any other text. */
export type TextReader = (text: string, out: ApiWriter, name: string) => boolean

/** What a description says about a page, before its place is known. */
type FoundSource = Omit<OperationSource, 'place'> | Omit<RequestSource, 'place'>

/** A page with an API document. */
interface FoundApiPage {
  /** May be empty, or longer than a title. */
  title: string
  /** Method and path: the title of a page without one, and what tells two pages of one title apart. */
  call: string
  doc: ApiJson
  /** The operation's own name in its description; undefined when it has none. */
  operation?: string | undefined
  /** What the description says about it; undefined for a format that no export writes. */
  source?: FoundSource | undefined
  /** Whether a part of its schemas was left out. */
  isCut?: boolean
  /** What the page was read from: its texts that have no place in `doc` are listed at the end of the remark. */
  input?: InputPart | undefined
}

/** A part of a file as it was read. */
export interface InputPart {
  value: unknown
  /** Names of fields that are no text for people, or that are left out on purpose; with everything below them. */
  without: ReadonlySet<string>
}

/**
 * Collects the pages of API descriptions into one plan. An archive may have several descriptions: from the second on,
 * each stands in a catalog of its own.
 */
export class ApiWriter {
  readonly labels: ApiLabels
  readonly #tree: PlanTree
  readonly #choice: ApiChoice
  readonly #taken = new Set<string>()
  readonly #noted = new Set<string>()
  readonly #environments: PlanEnvironment[] = []
  readonly #descriptions: PlanDescription[] = []
  /** The catalog of the description that is being written. */
  #under: readonly string[]
  /** What pages of this description have in common: the format and the description's name. */
  #origin = ''
  /** The words that stand in a page. */
  readonly #written = new WrittenWords()
  #source: ImportFormat | undefined
  #name = ''
  #description = ''

  constructor(choice: ApiChoice) {
    this.#choice = choice
    this.#under = choice.under ?? []
    this.#tree = new PlanTree(choice.lang)
    this.labels = getLabels(choice.lang)
  }

  /** Whether any description has been written. */
  get isEmpty(): boolean {
    return this.#tree.pages.length + this.#tree.catalogs.length === 0
  }

  /** Begins a description. The item is named after the first one. Returns the name that is used. */
  begin(source: ImportFormat, given: string, description: string): string {
    const name = trimName(given) || 'API'
    this.#origin = `${source}:${cutTitle(name, importLimits.titleLength)}`
    this.#written.add(cutTitle(name, importLimits.titleLength))
    if (this.#source === undefined) {
      this.#source = source
      this.#name = name
      this.#description = description
    } else this.#under = [...(this.#choice.under ?? []), this.#tree.catalogName(name)]
    return name
  }

  /** Adds a catalog in the place of `sNumber` among its neighbours, if there is none of that name. */
  addCatalog(path: readonly string[], sNumber: number): void {
    this.#written.add(path.map((name) => cutTitle(name, importLimits.titleLength)))
    this.#tree.addCatalog(this.#placeOf(path), sNumber)
  }

  /** Adds the page of an operation. */
  addPage(path: readonly string[], found: FoundApiPage): void {
    const place = this.#placeOf(path)
    const whole = found.title.trim() || found.call
    const isLong = whole.length > importLimits.titleLength
    const title = cutTitle(whole, importLimits.titleLength)
    const free = this.#freeTitle(place, title, cutTitle(found.call, importLimits.titleLength))
    const name = pathName([...place, free])
    if (found.isCut) this.#tree.note(name, 'schemaCut')
    if (free !== whole) this.#tree.note(name, isLong ? 'nameCut' : 'renamed')
    const doc: ApiJson = { ...found.doc, info: { ...found.doc.info, title: free } }
    const own = new WrittenWords()
    own.add([doc, path])
    if (found.input) {
      const unplaced = listUnplaced(found.input, own)
      doc.info.remark = joined(doc.info.remark, unplaced)
      own.add(unplaced)
    }
    this.#written.addAll(own)
    this.#tree.addPage(place, {
      page_title: free,
      ...apiPage(doc),
      origin: {
        description: this.#origin,
        call: found.call,
        operation: found.operation ?? '',
        ...(found.source && {
          source: packed({ ...found.source, place: place.slice(0, importLimits.catalogLevels) } satisfies PageSource),
        }),
      },
    })
  }

  /** Adds a page whose text is complete, such as one that a client has stored. */
  addStoredPage(path: readonly string[], title: string, page_content: string, call: string): void {
    const place = this.#placeOf(path)
    const free = this.#freeTitle(place, cutTitle(title, importLimits.titleLength), call)
    this.#written.add([page_content, path, free])
    this.#tree.addPage(place, {
      page_title: free,
      page_content,
      ext_info: apiDocExtInfo(page_content) ?? '',
      origin: { description: this.#origin, call, operation: '' },
    })
  }

  /** Adds what a description says beside its operations: an export begins with it. */
  addHead(head: UnknownObject): void {
    this.#descriptions.push({ description: this.#origin, head: packed(head) })
  }

  /**
   * Adds the page about the whole description: what belongs to no operation, with the texts of the file that stand
   * nowhere else. Call it last. Nothing without a text.
   */
  addOverview(title: string, text: string, input?: InputPart): void {
    this.#written.add(text)
    const rest = input ? listUnplaced(input, this.#written) : ''
    this.addText([], title, joined(text, rest && `## ${this.labels.rest}\n\n${rest}`), { kind: 'overview' })
  }

  /** Adds a page in Markdown in front of its neighbours: what belongs to no operation. Nothing without a text. */
  addText(path: readonly string[], title: string, text: string, source?: PageSource): void {
    if (text === '') return
    this.#written.add([text, path, title])
    const page_title = cutTitle(title, importLimits.titleLength)
    const origin = { description: this.#origin, call: '', operation: '', ...(source && { source: packed(source) }) }
    this.#tree.addPage(this.#placeOf(path), { page_title, page_content: text, s_number: 0, origin })
  }

  /** Adds the variables of an environment, for the item's list of environments. */
  addEnvironment(environment: PlanEnvironment): void {
    this.#environments.push(environment)
  }

  /** Records once that something was changed or could not be followed. */
  note(name: string, reason: NoteReason): void {
    const key = `${reason} ${name}`
    if (this.#noted.has(key)) return
    this.#noted.add(key)
    this.#tree.note(name, reason)
  }

  /** Records a part that is left out. */
  skip({ name, reason }: SkippedPart): void {
    this.#tree.skip(name, reason)
  }

  /**
   * Returns the plan. A description does not define visibility: members only, unless chosen otherwise.
   *
   * @param source the format of a plan without any description
   */
  finish(source: ImportFormat): FilePlan {
    const tree = this.#tree
    return {
      source: this.#source ?? source,
      item: {
        item_name: tree.itemName(this.#name),
        item_description: tree.description(cleanContent(this.#description)),
        item_type: (this.#choice.forApiClient ? itemTypes.api : itemTypes.regular).numbers[0],
        password: '',
        isPrivate: true,
      },
      catalogs: tree.catalogs,
      pages: tree.pages,
      skipped: tree.skipped,
      notes: tree.notes,
      files: [],
      environments: this.#environments,
      descriptions: this.#descriptions,
    }
  }

  #placeOf(path: readonly string[]): string[] {
    return [...this.#under, ...path.map((name) => this.#tree.catalogName(name))]
  }

  /** Returns a title that no other page of the place has: the method and address distinguish a second one. */
  #freeTitle(path: readonly string[], title: string, call: string): string {
    const keyOf = (name: string) => JSON.stringify([...path, name])
    const free = [title, withCall(title, call)].find((name) => !this.#taken.has(keyOf(name))) ?? title
    this.#taken.add(keyOf(free))
    return free
  }
}

/** Returns a title with a method and address; without them when they leave no room for its words. */
function withCall(title: string, call: string): string {
  const room = importLimits.titleLength - ` (${call})`.length
  return title.length <= room || room >= 40 ? `${cutTitle(title, room).trimEnd()} (${call})` : title
}

/** Returns the texts of a source that are not written, as list items with their place in the source. */
const listUnplaced = ({ value, without }: InputPart, written: WrittenWords): string =>
  points(...findUnplaced(value, written, without).map(({ path, text }) => point(path, text)))

/** Returns the text of a page with an API document, and its menu information. They are the same in every language. */
function apiPage(doc: ApiJson): { page_content: string; ext_info: string } {
  return { page_content: JSON.stringify(doc, null, 1), ext_info: doc.info.url === '' ? '' : extInfoOf(doc) }
}

const packed = (value: object): Uint8Array => deflateRawSync(JSON.stringify(value), { level: packLevel })
