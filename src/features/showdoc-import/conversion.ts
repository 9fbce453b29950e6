import { type ForeignRow, fingerprint, rowNumber, type Stage, type StageRow, type TableName } from '#src/db/engine.ts'
import type { ReportBuilder, ReportKind } from './report.ts'
import { type ShowdocSource, valueBytesMost } from './source.ts'
import { SourceRow } from './values.ts'

/** What a row here is of: each kind has its own numbers there. */
type MappedKind =
  | 'user'
  | 'item'
  | 'catalog'
  | 'page'
  | 'file'
  | 'team'
  | 'template'
  | 'group'
  | 'comment'
  | 'content'
  | 'environment'

/** The table of each kind, and the columns by which a change here is noticed. */
const mappedTables: Readonly<Record<MappedKind, { table: TableName; key: string; state: readonly string[] }>> = {
  user: { table: 'user', key: 'uid', state: ['name', 'groupid'] },
  item: {
    table: 'item',
    key: 'item_id',
    state: [
      'item_name',
      'item_description',
      'item_domain',
      'uid',
      'is_archived',
      'is_del',
      'allow_comment',
      'allow_feedback',
      'global_param',
    ],
  },
  catalog: { table: 'catalog', key: 'cat_id', state: ['item_id', 'parent_cat_id', 'cat_name', 's_number', 'is_del'] },
  page: {
    table: 'page',
    key: 'page_id',
    state: ['item_id', 'cat_id', 'page_title', 's_number', 'is_draft', 'is_del', 'page_version'],
  },
  file: { table: 'upload_file', key: 'file_id', state: [] },
  team: { table: 'team', key: 'id', state: ['team_name', 'uid'] },
  template: { table: 'template', key: 'id', state: ['template_title', 'template_content'] },
  group: { table: 'item_group', key: 'id', state: [] },
  comment: { table: 'page_comment', key: 'comment_id', state: [] },
  content: { table: 'message_content', key: 'id', state: [] },
  environment: { table: 'api_environment', key: 'env_id', state: [] },
}

/** A row here and what is known of it. */
interface Mapped {
  target_id: number
  source_mark: string
  target_mark: string
  /** Whether the row is still here; unknown until it is asked for. */
  isThere?: boolean
}

/** What became of a row: `kept` and `gone` when it was changed or removed here since the last import. */
type SyncOutcome = 'added' | 'changed' | 'same' | 'kept' | 'gone'

/** An item of a site, as it is here. */
export interface ConvertedItem {
  item_id: number
  item_type: number
  item_name: string
  /** Its owner here. */
  uid: number
  addtime: number
}

/** The items of a site by their numbers there. */
export type Items = ReadonlyMap<number, ConvertedItem>

/** The choices of a person who imports a site. */
interface ConversionOptions {
  /** The present, in Unix seconds. */
  now: number
  /** Reads a time as a clock of the site showed it. */
  clock(text: string): number
  /** Whether accounts with the same name are the same person; otherwise only administrators are. */
  joinUsers: boolean
  /** Only finds out what would be written. */
  isDry: boolean
}

/** What all parts of a conversion share: where rows come from and go to, and which row is which. */
export class Conversion {
  readonly source: ShowdocSource
  readonly stage: Stage
  readonly report: ReportBuilder
  readonly options: ConversionOptions
  /** Called between rows; may throw to end the conversion. */
  readonly onRow: () => void
  /** The number of the site among the imported ones. */
  readonly site_id: number
  readonly isKnownSite: boolean
  readonly #maps = new Map<MappedKind, Map<number, Mapped>>()
  #readTo: Record<string, number> = {}
  readonly #readNow: Record<string, number> = {}
  /** The items of which the tree changes. */
  readonly changedItems = new Set<number>()

  constructor(at: {
    source: ShowdocSource
    stage: Stage
    report: ReportBuilder
    options: ConversionOptions
    onRow(): void
  }) {
    this.source = at.source
    this.stage = at.stage
    this.report = at.report
    this.options = at.options
    this.onRow = at.onRow
    const known = this.#findSite()
    this.isKnownSite = known !== undefined
    this.site_id =
      known?.site_id ??
      this.stage.all('showdoc_site').reduce((last, row) => Math.max(last, Number(row['site_id'])), 0) + 1
    this.#readTo = known ? (JSON.parse(known.read_to) as Record<string, number>) : {}
    if (known) this.#readMaps(known.site_id)
  }

  /** Finds the imported site that this is a later state of: one of its items has the same number and time. */
  #findSite(): { site_id: number; read_to: string } | undefined {
    const sites = this.stage.all('showdoc_site') as unknown as { site_id: number; read_to: string }[]
    if (sites.length === 0) return undefined
    const born = new Map<string, number>()
    for (const row of this.rows('item')) born.set(`item ${row.int('item_id')}`, row.time('addtime'))
    for (const row of this.rows('user'))
      if (row.int('uid') !== 1) born.set(`user ${row.int('uid')}`, row.time('reg_time'))
    const counts = new Map<number, number>()
    for (const row of this.stage.all('showdoc_row')) {
      const time = born.get(`${row['kind']} ${row['source_id']}`)
      if (time === undefined || time === 0 || time !== row['born']) continue
      // an item's number is as good as random, a user's is not
      const weight = row['kind'] === 'item' ? 1000 : 1
      counts.set(Number(row['site_id']), (counts.get(Number(row['site_id'])) ?? 0) + weight)
    }
    const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
    return best && sites.find(({ site_id }) => site_id === best[0])
  }

  #readMaps(site_id: number): void {
    for (const row of this.stage.all('showdoc_row')) {
      if (row['site_id'] !== site_id) continue
      const { target_id, source_mark, target_mark } = row as unknown as Mapped
      this.#mapOf(row['kind'] as MappedKind).set(Number(row['source_id']), { target_id, source_mark, target_mark })
    }
  }

  #mapOf(kind: MappedKind): Map<number, Mapped> {
    const known = this.#maps.get(kind) ?? new Map<number, Mapped>()
    this.#maps.set(kind, known)
    return known
  }

  /** Yields all rows of a table of the site. */
  *rows(table: string, longest: readonly string[] = []): IterableIterator<SourceRow> {
    yield* this.#iterate(table, 0, longest)
  }

  /** Yields the rows of a table that the last import had not read. */
  *newRows(table: string, longest: readonly string[] = []): IterableIterator<SourceRow> {
    yield* this.#iterate(table, this.lastRead(table), longest)
  }

  /** Returns the number of the last row of a table that an earlier import has read; 0 for none. */
  lastRead(table: string): number {
    return this.#readTo[table] ?? 0
  }

  *#iterate(table: string, after: number, columns: readonly string[]): IterableIterator<SourceRow> {
    let last = Math.max(this.#readTo[table] ?? 0, this.#readNow[table] ?? 0)
    const options = { after, longest: { columns, bytes: valueBytesMost } }
    for (const row of this.source.file.rows(table, options) as Iterable<ForeignRow>) {
      this.onRow?.()
      last = Math.max(last, Number(row[rowNumber]))
      yield new SourceRow(row)
    }
    this.#readNow[table] = last
  }

  /** Returns the number here of a row there; undefined when it did not come. */
  find(kind: MappedKind, source_id: number): number | undefined {
    const mapped = this.#mapOf(kind).get(source_id)
    if (mapped?.isThere === undefined && mapped)
      mapped.isThere = this.stage.has(mappedTables[kind].table, mapped.target_id)
    return mapped?.isThere === true ? mapped.target_id : undefined
  }

  /** Joins a row with one that is here: it is never changed. */
  join(kind: MappedKind, source_id: number, target_id: number, born: number): void {
    if (!this.#mapOf(kind).has(source_id))
      this.#record(kind, source_id, born, { target_id, source_mark: '', target_mark: '' })
  }

  /** Whether a row was imported, or joined, before. */
  isKnown(kind: MappedKind, source_id: number): boolean {
    return this.#mapOf(kind).has(source_id)
  }

  /** Whether a row was there before, and was taken as the same: it is never changed. */
  isJoined(kind: MappedKind, source_id: number): boolean {
    return this.#mapOf(kind).get(source_id)?.target_mark === ''
  }

  /** Chooses the number of a new row: its own, unless it is taken. */
  #choose(kind: MappedKind, source_id: number): number {
    const { table } = mappedTables[kind]
    return source_id > 0 && !this.stage.has(table, source_id) ? source_id : this.newNumber(kind)
  }

  /** Returns a number for a row that ShowDoc has none for. */
  newNumber(kind: MappedKind): number {
    const { table } = mappedTables[kind]
    return this.stage.nextNumber(table, this.#largest(kind))
  }

  readonly #largestKnown = new Map<MappedKind, number>()

  #largest(kind: MappedKind): number {
    const known = this.#largestKnown.get(kind)
    if (known !== undefined) return known
    const largest = this.source.file.largest(sourceTables[kind])
    this.#largestKnown.set(kind, largest)
    return largest
  }

  #record(kind: MappedKind, source_id: number, born: number, mapped: Mapped): void {
    this.#mapOf(kind).set(source_id, { ...mapped, isThere: true })
    const { target_id, source_mark, target_mark } = mapped
    const row = { site_id: this.site_id, kind, source_id, born, target_id, source_mark, target_mark }
    this.stage.put('showdoc_row', row, 'replace')
  }

  /**
   * Adds a row, or changes it where only the site has changed it since the last import.
   *
   * @param row returns the row for a number, with all columns by which a change here is noticed
   * @param mark a fingerprint of what the site has
   */
  sync(
    kind: MappedKind,
    source_id: number,
    {
      born = 0,
      mark = '',
      row,
      change,
    }: {
      born?: number
      mark?: string
      row(target_id: number): StageRow
      /** Returns the columns to change; those of `row` when left out. */
      change?(current: Readonly<Record<string, unknown>>): StageRow
    },
  ): SyncOutcome {
    const { table, key, state } = mappedTables[kind]
    const known = this.#mapOf(kind).get(source_id)
    if (!known) {
      const target_id = this.#choose(kind, source_id)
      const made = { ...row(target_id), [key]: target_id }
      this.stage.put(table, made)
      this.#record(kind, source_id, born, { target_id, source_mark: mark, target_mark: stateOf(made, state) })
      return 'added'
    }
    // what was joined is never changed
    if (known.source_mark === mark || known.target_mark === '') return 'same'
    const current = this.stage.find(table, known.target_id)
    if (!current) return 'gone'
    if (stateOf(current, state) !== known.target_mark) return 'kept'
    const made = { ...(change?.(current) ?? row(known.target_id)), [key]: known.target_id }
    this.stage.put(table, made, 'set', { columns: state, fingerprint: known.target_mark })
    this.#record(kind, source_id, born, {
      target_id: known.target_id,
      source_mark: mark,
      target_mark: stateOf({ ...current, ...made }, state),
    })
    return 'changed'
  }

  /** Counts an outcome, and names what was not changed. */
  tell(kind: ReportKind, outcome: SyncOutcome, name: string): void {
    if (outcome === 'kept') this.report.note('changedHere', name)
    if (outcome === 'gone') this.report.note('goneHere', name)
    this.report.count(kind, outcome === 'kept' || outcome === 'gone' ? 'left' : outcome)
  }

  /** Counts a row that belongs to nothing that came. */
  orphan(kind: ReportKind, what: string): void {
    this.report.count(kind, 'left')
    this.report.note('orphan', what)
  }

  /** Notes the site and how far it was read. */
  finish(address: string): void {
    const { now } = this.options
    const read_to = JSON.stringify({ ...this.#readTo, ...this.#readNow })
    const { site_id } = this
    if (this.isKnownSite) this.stage.put('showdoc_site', { site_id, name: address, read_to, last_time: now }, 'set')
    else this.stage.put('showdoc_site', { site_id, name: address, read_to, addtime: now, last_time: now })
  }
}

/** The table of ShowDoc with the rows of each kind. */
const sourceTables: Readonly<Record<MappedKind, string>> = {
  user: 'user',
  item: 'item',
  catalog: 'catalog',
  page: 'page',
  file: 'upload_file',
  team: 'team',
  template: 'template',
  group: 'item_group',
  comment: 'page_comment',
  content: 'message_content',
  environment: 'runapi_env',
}

/** Returns the fingerprint of some columns of a row, as a change of them here is noticed. */
export const stateOf = (row: Readonly<Record<string, unknown>>, state: readonly string[]): string =>
  fingerprint(state.map((column) => row[column]))
