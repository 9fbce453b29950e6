import { atom, createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import type { Client } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import {
  formatCellAddress,
  getCellStyle,
  getSheetName,
  isFormula,
  iterateCells,
  numberIn,
  parseCellAddress,
  readBook,
} from '#shared/spreadsheet/form.ts'
import { started, withCell } from '#tests/support/grid.ts'
import type { SheetDraft } from '#web/features/spreadsheet/grid/drafts.ts'
import { type FileMessage, handleFileRequest } from '#web/features/spreadsheet/grid/file-request.ts'
import type { GridCell, GridSheet } from '#web/features/spreadsheet/grid/grid-types.ts'
import { importSheetsAtom } from '#web/features/spreadsheet/grid/import-atoms.ts'
import { lockAtom } from '#web/features/spreadsheet/grid/lock.ts'
import {
  closeBookAtom,
  draftOfferAtom,
  openBookAtom,
  restoreDraftAtom,
  retryLockAtom,
} from '#web/features/spreadsheet/grid/open-book.ts'
import { resolveConflictAtom, saveAtom, saveDraftAtom, updateBufferAtom } from '#web/features/spreadsheet/grid/save.ts'
import {
  bufferAtom,
  conflictAtom,
  getBookText,
  isUnsavedAtom,
  loadedBookAtom,
  saveErrorAtom,
  sheetSessionAtom,
} from '#web/features/spreadsheet/grid/sheet-session.ts'
import type { Choice } from '#web/lib/spreadsheet/merge.ts'
import { cli, newAdministrator, newFolder, start } from './support/executable.ts'

// A year of a team's price list, with the windows' own saving, merging, locking and drafts, two of them at once, using
// requests to the executable. The grid and the browser's storage are fakes; the expected cells are tracked separately
// with the simplest means possible.

/** The user of the current action. */
interface Who {
  client: Client<Contract>
  uid: string
  /** Whether saves arrive, but their responses do not. */
  losesAnswers?: boolean
}

/** The API client through which `who` reaches the server. */
function lineOf(who: Who | undefined): object {
  if (!who?.losesAnswers) return who?.client ?? {}
  const { page } = who.client
  const save: typeof page.save = async (...given) => {
    await page.save(...given)
    throw new TypeError('the answer is lost')
  }
  return {
    ...who.client,
    page: new Proxy(page, { get: (of, name) => (name === 'save' ? save : Reflect.get(of, name)) }),
  }
}

const played = await vi.hoisted(async () => {
  const { AsyncLocalStorage } = await import('node:async_hooks')
  return { who: new AsyncLocalStorage<Who>(), drafts: new Map<string, SheetDraft>() }
})

vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: new Proxy({}, { get: (_, controller) => Reflect.get(lineOf(played.who.getStore()), controller) }),
}))
vi.mock('#web/features/account/session/index.tsx', () => ({ sessionAtom: atom(async () => played.who.getStore()) }))
vi.mock('#web/features/spreadsheet/grid/drafts.ts', () => {
  const keyOf = (place: object) => JSON.stringify(place)
  return {
    drafts: {
      find: async (place: object) => played.drafts.get(keyOf(place)),
      keep: async (place: object, draft: SheetDraft) => Boolean(played.drafts.set(keyOf(place), draft)),
      remove: async (place: object) => void played.drafts.delete(keyOf(place)),
    },
  }
})

/** Pseudo-random numbers in [0, 1), the same in each run. Source: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The expected cells: type, content and style as a short text, by sheet name and address. */
type Cells = Map<string, string>

const keyOf = (sheet: string, row: number, column: number) => `${sheet}!${formatCellAddress(row, column)}`

/** The cells of a stored book. */
function cellsIn(content: string): Cells {
  const book = readBook(content)
  if (book.kind !== 'book') throw new Error(book.kind)
  const cells: Cells = new Map()
  for (const [at, sheet] of book.sheets.entries())
    for (const [row, column, cell] of iterateCells(sheet)) {
      const style = getCellStyle(sheet, cell)
      const value = style?.format === 'text' ? undefined : numberIn(cell)
      const held = isFormula(cell) ? `f ${cell.text}` : value === undefined ? `s ${cell.text ?? ''}` : `n ${value}`
      const merged = cell.merge ? ` covers ${cell.merge.join()}` : ''
      cells.set(keyOf(getSheetName(sheet, at), row, column), held + (style?.font?.bold ? ' bold' : '') + merged)
    }
  return cells
}

const toObject = (cells: Cells) => Object.fromEntries([...cells].sort(([a], [b]) => (a < b ? -1 : 1)))

const rows = 40
const prices = 'Prices'
const head = ['Item', 'Code', 'Price', 'Pieces', 'Sum', 'Since']

/** The list on the first day. */
function firstBook(): string {
  const list = Array.from({ length: 25 }, (_, at) => {
    const row = at + 1
    const texts = [
      { text: `Flower ${row}` },
      { text: String(row).padStart(3, '0') },
      { text: `${row}.5`, style: 1 },
      { text: String(row * 2) },
      { text: `=C${row + 1}*D${row + 1}`, shown: String((row + 0.5) * row * 2), value: (row + 0.5) * row * 2 },
      { text: '2026/1/2', t: 'd', value: 46_024, style: 2 },
    ]
    return [row, { cells: { ...texts } }]
  })
  const title = { cells: Object.fromEntries(head.map((text, at) => [at, { text, style: 0 }])) }
  const styles = [{ font: { bold: true } }, { numFmt: '#,##0.00' }, { numFmt: 'yyyy/m/d' }]
  return JSON.stringify([
    {
      name: prices,
      freeze: 'A2',
      styles,
      rows: { 0: title, ...Object.fromEntries(list), len: rows },
      cols: { len: 8 },
    },
    { name: 'Notes', rows: { 0: { cells: { 0: { text: 'Notes of the year' } } }, len: rows }, cols: { len: 8 } },
  ])
}

/** A window with the spreadsheet, and what its user knows. */
class Person {
  readonly #who: Who
  readonly #random: () => number
  readonly #place: { page_id: number; item_id: number }
  #store = createStore()
  #sheets: GridSheet[] = []
  /** The cells when this window last agreed with the server, and the cells it shows now. */
  base: Cells = new Map()
  view: Cells = new Map()

  constructor(who: Who, place: { page_id: number; item_id: number }, random: () => number) {
    this.#who = who
    this.#place = place
    this.#random = random
    this.#watch()
  }

  #watch(): void {
    const store = this.#store
    store.set(bufferAtom, { sheets: undefined, book: null, edits: 0 }) // each window has its own
    store.sub(loadedBookAtom, () => {
      // like the grid: once it is rendered, it reports its content
      queueMicrotask(() => {
        const board = store.get(loadedBookAtom)
        if (!board || board.isReady || store !== this.#store) return
        this.#sheets = started(board.serializer)
        this.#as(() => store.set(updateBufferAtom, board.id, this.#sheets))
      })
    })
  }

  #as = <T>(step: () => T): T => played.who.run(this.#who, step)

  #pick = (count: number) => Math.floor(this.#random() * count)

  get mayWrite(): boolean {
    return this.#store.get(lockAtom).state === 'held'
  }

  get client(): Client<Contract> {
    return this.#who.client
  }

  async #whenReady(): Promise<void> {
    await vi.waitFor(() => expect(this.#store.get(loadedBookAtom)?.isReady).toBe(true), { interval: 1 })
  }

  /** Opens the list. `isForced` edits here even if another window of the same user has the lock. */
  async enter(isForced = false): Promise<void> {
    await this.#as(() => this.#store.set(openBookAtom, this.#place, 'Sheet1', isForced))
    await this.#whenReady()
    this.#agree()
  }

  /** Takes the state of the server as known to this window: nothing is unsaved. */
  #agree(): void {
    this.base = cellsIn(this.#store.get(sheetSessionAtom)?.saved ?? '')
    this.view = new Map(this.base)
  }

  #saveSheets(sheets: GridSheet[]): void {
    this.#sheets = sheets
    const id = this.#store.get(loadedBookAtom)?.id ?? 0
    this.#as(() => this.#store.set(updateBufferAtom, id, sheets))
    // not by editedAtom, which also starts the timer: here the test decides when to save
    this.#store.get(bufferAtom).edits += 1
    this.#store.set(isUnsavedAtom, true)
  }

  #at = (name: string) => this.#sheets.findIndex((sheet) => sheet.name === name)

  #put(name: string, row: number, column: number, cell: GridCell, held: string): void {
    this.#saveSheets(withCell(this.#sheets, this.#at(name), row, column, cell))
    this.view.set(keyOf(name, row, column), held)
  }

  /** A random input of a user. */
  #typed(row: number): [GridCell, string] {
    const general = (t: string) => ({ fa: 'General', t })
    const number = this.#pick(100_000) / 100
    const word = `Word ${this.#pick(10_000)} 词`
    const code = String(this.#pick(100)).padStart(4, '0')
    const sum = 0.1 + this.#pick(5) / 10
    const kinds: [GridCell, string][] = [
      [{ v: number, m: String(number), ct: general('n') }, `n ${number}`],
      [{ v: word, m: word, ct: general('g') }, `s ${word}`],
      [{ v: code, m: code, ct: { fa: '@', t: 's' } }, `s ${code}`],
      [{ v: sum * 3, m: (sum * 3).toFixed(1), ct: general('n') }, `n ${sum * 3}`], // 0.6000000000000001 and similar
      [{ f: `=C${row + 1}*3`, v: number, m: String(number), ct: general('n') }, `f =C${row + 1}*3`],
      [{ v: word, m: word, bl: 1, ct: general('g') }, `s ${word} bold`],
      [{ v: '=not a formula', m: '=not a formula', ct: { fa: '@', t: 's' } }, 's =not a formula'],
    ]
    return kinds[this.#pick(kinds.length)] ?? [{}, 's ']
  }

  /** An existing row of the list: rows may have been removed. */
  #anyRow(): number {
    const count = this.#sheets[this.#at(prices)]?.data?.length ?? 0
    return 1 + this.#pick(Math.min(rows, count) - 2)
  }

  #typeSomewhere(): void {
    const row = this.#anyRow()
    const [cell, held] = this.#typed(row)
    this.#put(prices, row, this.#pick(6), cell, held)
  }

  /** Reorders the rows of the list, or removes some and inserts blank ones. */
  #rearrange(change: (list: number[]) => number[]): void {
    const at = this.#at(prices)
    const data = this.#sheets[at]?.data ?? []
    const width = data[0]?.length ?? 0
    const order = change(Array.from(data.keys()))
    const next = order.map((from) => data[from] ?? Array.from({ length: width }, () => null))
    this.#saveSheets(this.#sheets.map((sheet, index) => (index === at ? { ...sheet, data: next } : sheet)))
    const moved: Cells = new Map()
    const placesOf = new Map(order.map((from, to) => [from, to]))
    for (const [key, held] of this.view) {
      const [sheet = '', address = ''] = key.split('!')
      const place = parseCellAddress(address)
      const to = place && placesOf.get(place.row)
      if (sheet !== prices) moved.set(key, held)
      else if (place && to !== undefined) moved.set(keyOf(prices, to, place.column), held)
    }
    this.view = moved
  }

  #merge(): void {
    const row = this.#pick(rows)
    const at = this.#at('Notes')
    const [cell, held] = this.#typed(row)
    const config = this.#sheets[at]?.config ?? {}
    if (config.merge?.[`${row}_2`]) return
    const mc = { r: row, c: 2, rs: 1, cs: 2 }
    const withFirst = withCell(this.#sheets, at, row, 2, { ...cell, mc })
    const withBoth = withCell(withFirst, at, row, 3, { mc: { r: row, c: 2 } })
    const merge = { ...config.merge, [`${row}_2`]: mc }
    this.#saveSheets(
      withBoth.map((sheet, index) => (index === at ? { ...sheet, config: { ...config, merge } } : sheet)),
    )
    this.view.set(keyOf('Notes', row, 2), `${held} covers 0,1`)
    this.view.delete(keyOf('Notes', row, 3))
  }

  #clear(): void {
    const cells = [...this.view.keys()].filter((key) => key.startsWith(`${prices}!`))
    const place = parseCellAddress(cells[this.#pick(cells.length)]?.split('!')[1] ?? '')
    if (!place || place.row === 0) return
    this.#saveSheets(withCell(this.#sheets, this.#at(prices), place.row, place.column, null as unknown as GridCell))
    this.view.delete(keyOf(prices, place.row, place.column))
  }

  /** Some edits of a morning. `isQuiet` leaves the rows where they are. */
  work(isQuiet = false): void {
    for (let step = 2 + this.#pick(6); step > 0; step -= 1) {
      const row = this.#anyRow()
      const chance = this.#random()
      if (chance < 0.7 || isQuiet) this.#typeSomewhere()
      else if (chance < 0.78) this.#merge()
      else if (chance < 0.84) this.#clear()
      else if (chance < 0.9) this.#rearrange((list) => list.toSpliced(row, 0, -1).slice(0, -1).concat(list.slice(-1)))
      else if (chance < 0.94) this.#rearrange((list) => list.toSpliced(row, 1))
      else this.#rearrange(([first = 0, ...list]) => [first, ...list.toReversed()])
    }
  }

  /**
   * Saves until the server has everything. Conflicts are resolved at random, and no other question may come up.
   *
   * @param server the expected cells on the server before
   * @returns the expected cells on the server after
   */
  async save(server: Cells): Promise<Cells> {
    const { base, view } = this
    const keys = new Set([...base.keys(), ...view.keys(), ...server.keys()])
    const isMine = (key: string) => view.get(key) !== base.get(key)
    const isAsked = (key: string) =>
      isMine(key) && server.get(key) !== base.get(key) && server.get(key) !== view.get(key)
    const chosen = new Map<string, Choice>()
    for (const key of keys) if (isAsked(key)) chosen.set(key, this.#random() < 0.5 ? 'mine' : 'theirs')
    const wanted: Cells = new Map()
    for (const key of keys) {
      const held = isMine(key) && chosen.get(key) !== 'theirs' ? view.get(key) : server.get(key)
      if (held !== undefined) wanted.set(key, held)
    }
    let wasAsked = false
    await vi.waitFor(
      async () => {
        await this.#as(() => this.#store.set(saveAtom, true))
        const conflict = this.#store.get(conflictAtom)
        if (conflict) {
          wasAsked = true
          const { conflicts } = conflict.merge
          expect(conflicts.map(({ sheet, address }) => `${sheet}!${address}`).sort()).toEqual([...chosen.keys()].sort())
          const choices = conflicts.map(({ id, sheet, address }) => [id, chosen.get(`${sheet}!${address}`)] as const)
          await this.#as(() => this.#store.set(resolveConflictAtom, new Map(choices as [string, Choice][]), 'Sheet1'))
        }
        await this.#whenReady()
        expect(this.#store.get(saveErrorAtom)).toBeUndefined()
        expect(this.#store.get(isUnsavedAtom)).toBe(false)
      },
      { interval: 2, timeout: 10_000 },
    )
    expect(wasAsked).toBe(chosen.size > 0)
    this.#agree()
    expect(toObject(this.view)).toEqual(toObject(wanted))
    return wanted
  }

  /** Like `trySave`, but the response is lost. */
  async saveUnheard(): Promise<void> {
    this.#who.losesAnswers = true
    await this.trySave()
    this.#who.losesAnswers = false
  }

  /** Lets the window autosave, whatever the result. */
  async trySave(): Promise<void> {
    await this.#as(() => this.#store.set(saveAtom))
  }

  /** Leaves; unsaved changes are saved. */
  async leave(): Promise<void> {
    await this.#as(() => this.#store.set(closeBookAtom))
  }

  /** What a window does while another user has the lock. */
  async askAgain(): Promise<void> {
    await this.#as(() => this.#store.set(retryLockAtom))
    await this.#whenReady()
  }

  /** A power cut kills the browser, after the draft of the last half minute; it opens again and restores the draft. */
  async crash(): Promise<void> {
    await this.#as(() => this.#store.set(saveDraftAtom))
    const { base, view } = this
    const draft = getBookText(this.#store.get)
    this.#store = createStore()
    this.#watch()
    await this.enter(true)
    if (this.#store.get(draftOfferAtom)?.text !== draft) throw new Error('the draft is lost')
    await this.#as(() => this.#store.set(restoreDraftAtom))
    await this.#whenReady()
    Object.assign(this, { base, view })
  }

  /** The whole list as an Excel file. */
  file(): Uint8Array {
    const words: FileMessage[] = []
    const content = this.#store.get(sheetSessionAtom)?.saved ?? ''
    handleFileRequest({ kind: 'write', as: 'xlsx', content }, (word) => words.push(word))
    const word = words.at(-1)
    if (word?.kind !== 'written') throw new Error('no file')
    expect(word.notes).toEqual({ cut: 0, neutralised: 0 })
    return word.bytes
  }

  /** Replaces the existing sheets with those of a file. */
  async take(bytes: Uint8Array): Promise<void> {
    const words: FileMessage[] = []
    handleFileRequest({ kind: 'read', name: 'prices.xlsx', bytes }, (word) => words.push(word))
    const word = words.at(-1)
    if (word?.kind !== 'read') throw new Error('no sheets')
    const texts = word.file.sheets.map(({ text }) => text)
    await this.#as(() => this.#store.set(importSheetsAtom, texts, 'replace', 'Sheet1'))
    await this.#whenReady()
  }
}

test('a price list of two users loses no cell in a year of edits, conflicts, crashes and power cuts', async () => {
  const seed = Number(process.env['SHEET_SEED'] ?? 20_260_101)
  const random = randomOf(seed)
  const data = newFolder()
  let server = await start({ data })
  const port = Number(new URL(server.url).port)
  const token = await newAdministrator(server)
  const own = server.client(token)
  const { item_id } = await own.item.add({ item_name: 'Prices', item_type: 4 })
  const page_id = Number((await own.item.info({ item_id })).menu.pages[0]?.page_id)
  expect(
    (await cli(['user', 'add', 'bea', '--password-stdin', '--data', data], { stdin: 'bea and nine rivers' })).code,
  ).toBe(0)
  const beaToken = (await cli(['token', 'add', 'bea', '--data', data])).stdout.trim()
  await own.member.save({ item_id, username: 'bea', member_group_id: 2 })
  await own.page.save({ item_id, page_id, page_title: 'Prices', page_content: firstBook() })
  const place = { page_id, item_id }
  const ann = new Person({ client: own, uid: '1' }, place, random)
  const bea = new Person({ client: server.client(beaToken), uid: '2' }, place, random)
  let list = cellsIn(firstBook())
  const events = new Map<string, number>()
  const read = async () => cellsIn((await own.page.info({ page_id })).page_content)

  const week: Record<string, () => Promise<void>> = {
    'one after the other': async () => {
      for (const one of [ann, bea]) {
        await one.enter()
        one.work()
        list = await one.save(list)
        await one.leave()
      }
    },
    'the second waits for the lock': async () => {
      await ann.enter()
      await bea.enter()
      expect(bea.mayWrite).toBe(false)
      ann.work()
      list = await ann.save(list)
      await ann.leave()
      await vi.waitFor(async () => {
        await bea.askAgain()
        expect(bea.mayWrite).toBe(true)
      })
      bea.base = new Map(list)
      bea.view = new Map(list)
      bea.work()
      list = await bea.save(list)
      await bea.leave()
    },
    'the lock is taken over': async () => {
      await ann.enter()
      ann.work(true)
      await bea.client.page.setLock({ ...place, take_over: 1 })
      await bea.enter(true)
      bea.work()
      list = await bea.save(list)
      await ann.trySave()
      expect(ann.mayWrite).toBe(false)
      await bea.leave()
      await vi.waitFor(async () => {
        await ann.askAgain()
        expect(ann.mayWrite).toBe(true)
      })
      list = await ann.save(list)
      ann.work()
      list = await ann.save(list)
      await ann.leave()
    },
    'a computer sleeps longer than its lock lasts': async () => {
      await bea.enter()
      bea.work()
      await bea.client.page.setLock({ ...place, lock_to: 1000 })
      await ann.enter()
      ann.work(true)
      list = await ann.save(list)
      await ann.leave()
      list = await bea.save(list)
      await bea.leave()
    },
    'a browser ends without a word': async () => {
      await ann.enter()
      ann.work(true)
      if (random() < 0.5) {
        await bea.client.page.setLock({ ...place, take_over: 1 })
        await bea.enter(true)
        bea.work(true)
        list = await bea.save(list)
        await bea.leave()
      }
      await ann.crash()
      list = await ann.save(list)
      await ann.leave()
    },
    'out to Excel and in again': async () => {
      await bea.enter()
      bea.work()
      list = await bea.save(list)
      await bea.take(bea.file())
      bea.work(true)
      list = await bea.save(list)
      await bea.leave()
    },
    'answers are lost on their way': async () => {
      await ann.enter()
      ann.work(true)
      await ann.saveUnheard()
      ann.work(true)
      await server.kill9()
      await ann.trySave()
      server = await start({ data, port })
      ann.work(true)
      list = await ann.save(list)
      await ann.leave()
    },
    'the power fails while a save is on its way': async () => {
      await ann.enter()
      ann.work(true)
      const saving = ann.trySave()
      await new Promise((done) => setTimeout(done, random() * 6))
      await server.kill9()
      await saving
      ann.work(true)
      await ann.trySave()
      server = await start({ data, port })
      list = await ann.save(list)
      await ann.leave()
    },
  }
  const names = Object.keys(week)
  for (let at = 0; at < 52; at += 1) {
    // a power cut each quarter, the other events at random, each at least once
    const name = at % 13 === 12 ? names.at(-1) : (names[at] ?? names[Math.floor(random() * (names.length - 1))])
    events.set(name ?? '', (events.get(name ?? '') ?? 0) + 1)
    await week[name ?? '']?.()
    expect(toObject(await read()), `seed ${seed}, week ${at + 1}: ${name}`).toEqual(toObject(list))
  }
  expect([...events.keys()].sort()).toEqual(names.toSorted())
  expect(list.size).toBeGreaterThan(120)
  expect([...played.drafts.keys()]).toEqual([])
  const history = await own.page.history({ page_id })
  expect(history.length).toBeGreaterThan(0)
  for (const { page_content } of history) expect(readBook(page_content).kind).toBe('book')
  expect((await server.stop()).code).toBe(0)
})
