import { zstdCompressSync } from 'node:zlib'
import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { pageMaxBytes, sheetMaxBytes } from '#shared/contract/fields.ts'
import { getItemType } from '#shared/item-types.ts'
import { unescapeHtml } from '#src/core/html-entities.ts'
import { hashPassword } from '#src/core/secrets.ts'
import { fingerprint, type StageRow } from '#src/db/engine.ts'
import type { Conversion, ConvertedItem, Items } from './conversion.ts'
import type { SiteFiles } from './files.ts'
import type { People } from './people.ts'
import { rewriteLinks, shownContent, TextTooLarge } from './texts.ts'
import type { SourceRow } from './values.ts'

const untitled = '-'

// Longer ones could never be typed. Source: fields.ts, Secret.
const passwordMost = 128

/** Converts the items of a site. */
export async function convertItems(conversion: Conversion, people: People): Promise<Items> {
  const { report, options, stage } = conversion
  const items = new Map<number, ConvertedItem>()
  const globals = globalParameters(conversion)
  const domains = new Set(
    stage
      .all('item')
      .filter((row) => row['is_del'] === 0 && row['item_domain'] !== '')
      .map((row) => String(row['item_domain']).toLowerCase()),
  )
  const freeDomain = (row: SourceRow, item_name: string): string => {
    const domain = row.name('item_domain')
    if (domain === '' || row.flag('is_del') === 1) return ''
    // an address of digits alone would be the number of another item
    if (/^\d+$/.test(domain) || !/^[\w-]{1,60}$/.test(domain) || domains.has(domain.toLowerCase())) {
      report.note('domainTaken', `${item_name}: ${domain}`)
      return ''
    }
    domains.add(domain.toLowerCase())
    return domain
  }
  for (const row of conversion.rows('item')) {
    const source_id = row.int('item_id')
    const item_name = row.name('item_name') || untitled
    const item_type = Math.max(0, row.int('item_type', 1))
    const sourceOwner = people.uid(row.int('uid'))
    if (sourceOwner === 0) report.note('ownerGone', item_name)
    const uid = sourceOwner || people.owner
    const addtime = row.time('addtime') || options.now
    const password = unescapeHtml(row.raw('password'))
    const is_del = row.flag('is_del')
    const content = {
      item_name,
      item_description: row.text('item_description'),
      uid,
      is_archived: row.flag('is_archived'),
      is_del,
      allow_comment: row.flag('allow_comment'),
      allow_feedback: row.flag('allow_feedback'),
      global_param: globals.get(source_id) ?? '',
    }
    const isNew = !conversion.isKnown('item', source_id)
    const stored =
      !isNew || password === '' || options.isDry
        ? ''
        : password.length > passwordMost
          ? '!'
          : await hashPassword(password)
    const outcome = conversion.sync('item', source_id, {
      born: row.time('addtime'),
      mark: fingerprint([...Object.values(content), row.raw('item_domain')]),
      row: () => ({
        ...content,
        item_type,
        item_domain: freeDomain(row, item_name),
        password: stored,
        addtime,
        last_update_time: row.time('last_update_time'),
        // thirty days to recover it, from now
        del_time: is_del === 1 ? options.now : 0,
      }),
      change: () => ({ ...content, ...(is_del === 1 ? { del_time: options.now } : {}) }),
    })
    conversion.tell('item', outcome, item_name)
    const item_id = conversion.find('item', source_id) ?? 0
    if (outcome === 'added' && item_id !== source_id)
      report.note('itemNumber', `${item_name}: ${source_id} → ${item_id}`)
    if (item_id > 0) items.set(source_id, { item_id, item_type, item_name, uid, addtime })
  }
  return items
}

/** Returns the parameters of all requests of an item's API pages, as they are stored here. */
function globalParameters(conversion: Conversion): Map<number, string> {
  const found = new Map<number, Record<string, unknown>>()
  for (const row of conversion.rows('runapi_global_param')) {
    const item_id = row.int('item_id')
    const type = row.raw('param_type')
    const text = row.raw('content_json_str')
    const known = found.get(item_id) ?? {}
    if (type === 'preScript' || type === 'postScript') known[type] = unescapeHtml(text)
    else {
      try {
        known[type] = JSON.parse(text) as unknown
      } catch {
        try {
          known[type] = JSON.parse(unescapeHtml(text)) as unknown
        } catch {
          continue // empty, as a new item has it
        }
      }
    }
    found.set(item_id, known)
  }
  return new Map([...found].map(([item_id, known]) => [item_id, JSON.stringify(known)]))
}

const topLevel = 2
// ShowDoc's scripts nest as deep as they like; a tree of hundreds of levels is an attack.
const deepestLevel = 50

/** Converts the catalogs of a site. Those whose chain of parents is broken come to the top of their item. */
export function convertCatalogs(conversion: Conversion, items: Items): void {
  const { report, options } = conversion
  interface Catalog {
    source_id: number
    item: number
    parent: number
    row: SourceRow
  }
  const catalogs = new Map<number, Catalog>()
  for (const row of conversion.rows('catalog')) {
    const item = row.int('item_id')
    const source_id = row.int('cat_id')
    if (!items.has(item)) conversion.orphan('catalog', row.name('cat_name'))
    else catalogs.set(source_id, { source_id, item, parent: row.int('parent_cat_id'), row })
  }
  const levels = new Map<number, number>()
  const parentOf = (catalog: Catalog): Catalog | undefined => {
    const parent = catalogs.get(catalog.parent)
    return parent?.item === catalog.item ? parent : undefined
  }
  const convert = (catalog: Catalog): void => {
    const { source_id, row } = catalog
    const parent = parentOf(catalog)
    const above = parent && levels.get(parent.source_id)
    const isBelow = parent !== undefined && above !== undefined && above < deepestLevel
    const level = isBelow ? above + 1 : topLevel
    levels.set(source_id, level)
    const cat_name = row.name('cat_name') || untitled
    const item_id = items.get(catalog.item)?.item_id ?? 0
    if (catalog.parent !== 0 && !isBelow) report.note('catalogToTop', cat_name)
    const content = {
      item_id,
      parent_cat_id: isBelow ? (conversion.find('catalog', parent.source_id) ?? 0) : 0,
      cat_name,
      s_number: row.int('s_number', 99),
      is_del: 0,
    }
    const outcome = conversion.sync('catalog', source_id, {
      mark: fingerprint(Object.values(content)),
      row: () => ({ ...content, level, addtime: row.time('addtime') || options.now }),
      change: () => ({ ...content, level }),
    })
    if (outcome === 'added' || outcome === 'changed') conversion.changedItems.add(item_id)
    conversion.tell('catalog', outcome, cat_name)
  }
  for (const catalog of catalogs.values()) {
    // those above it first; a circle ends where it began
    const chain: Catalog[] = []
    const seen = new Set<number>()
    for (
      let at: Catalog | undefined = catalog;
      at && !levels.has(at.source_id) && !seen.has(at.source_id);
      at = parentOf(at)
    ) {
      chain.push(at)
      seen.add(at.source_id)
    }
    for (const one of chain.toReversed()) convert(one)
  }
}

/** A page of a site that is written by this import. */
interface WrittenPage {
  page_id: number
  item: ConvertedItem
  mostBytes: number
  /** The number of the next former version. */
  version: number
}

const deletedRecently = 25 * 86_400

/** The pages of a site: which of them are written, and the texts of which are to change first. */
export interface Pages {
  /** Pages here of which the present text becomes a version first. */
  versioned: number[]
  /** Pages here that are not in the recycle bin any more. */
  recovered: number[]
}

const mostBytesOf = (item_type: number): number =>
  getItemType(item_type).hasLargePages || getItemType(item_type).isForeign ? sheetMaxBytes : pageMaxBytes

/** Converts the pages of a site with their texts and former versions. */
export function convertPages(conversion: Conversion, items: Items, people: People, files: SiteFiles): Pages {
  const { stage, report, source } = conversion
  const versionCounts = source.file.countBy('page_history', 'page_id', conversion.lastRead('page_history'))
  const deleted = deletions(conversion)
  const written = new Map<number, WrittenPage>()
  const pages: Pages = { versioned: [], recovered: [] }

  for (const row of conversion.rows('page', ['page_content'])) {
    const source_id = row.int('page_id')
    const item = items.get(row.int('item_id'))
    const page_title = row.name('page_title') || untitled
    if (!item) {
      conversion.orphan('page', page_title)
      continue
    }
    const { item_id } = item
    const mostBytes = mostBytesOf(item.item_type)
    const author_uid = people.uid(row.int('author_uid'))
    const is_del = row.flag('is_del')
    const isDraft = row.flag('is_draft')
    const source_cat = row.int('cat_id')
    const catalog = source_cat === 0 ? 0 : conversion.find('catalog', source_cat)
    const place = {
      item_id,
      cat_id: catalog ?? 0,
      page_title,
      s_number: row.int('s_number', 99),
      is_draft: isDraft,
      is_del,
    }
    const stored = row.raw('page_content')
    const page_comments = row.text('page_comments')
    const ext_info = row.raw('ext_info')
    const mark = fingerprint([...Object.values(place), stored, page_comments, ext_info])
    const where = `${item.item_name} / ${page_title}`
    let page_content: string | undefined
    const content = (): string => {
      page_content ??= rewriteLinks(shownContent(stored, mostBytes), files.addresses(item, author_uid))
      return page_content
    }
    try {
      if (row.isTooLong('page_content')) throw new TextTooLarge()
      content()
    } catch (error) {
      if (!(error instanceof TextTooLarge)) throw error
      report.count('page', 'left')
      report.note('pageTooLarge', where)
      continue
    }
    const count = versionCounts.get(source_id) ?? 0
    const addtime = row.time('addtime') || item.addtime
    const by = {
      // a draft is shown to its author alone
      author_uid: author_uid === 0 && isDraft === 1 ? item.uid : author_uid,
      author_username: people.username(row.int('author_uid'), row.name('author_username')),
    }
    const saved = { ...by, addtime, page_comments, ext_info: extInfo(ext_info, content()) }
    let version = 1
    const outcome = conversion.sync('page', source_id, {
      born: 0,
      mark,
      row: () => ({ ...place, ...saved, page_addtime: row.time('page_addtime') || addtime, page_version: count + 1 }),
      change: (current) => {
        version = Number(current['page_version'])
        return { ...place, ...saved, page_version: version + Math.max(1, count) }
      },
    })
    conversion.tell('page', outcome, where)
    const page_id = conversion.find('page', source_id) ?? 0
    if (outcome === 'added' && page_id !== source_id) report.note('pageNumber', `${where}: ${source_id} → ${page_id}`)
    if (catalog === undefined && outcome === 'added' && is_del === 0) report.note('pageToTop', where)
    if (outcome === 'added' || outcome === 'changed') {
      stage.put('page_content', { page_id, page_content: content() }, outcome === 'added' ? 'new' : 'set')
      conversion.changedItems.add(item_id)
      files.show(content(), { page_id, item_id }, addtime)
      if (count > 0) written.set(source_id, { page_id, item, mostBytes, version })
      // ShowDoc keeps no version of what scripts change
      if (outcome === 'changed' && count === 0) pages.versioned.push(page_id)
      if (is_del === 1)
        stage.put(
          'recycle',
          recycleRow(conversion, deleted.get(source_id), { page_id, page_title, place, people, item }),
          'absent',
        )
      else if (outcome === 'changed') pages.recovered.push(page_id)
    } else if (outcome === 'same' && page_id > 0) files.showNew(content(), { page_id, item_id }, addtime)
  }
  convertVersions(conversion, written, people, files)
  return pages
}

/** Returns what a tree shows of an API page without its text. */
function extInfo(stored: string, content: string): string {
  for (const text of [stored, unescapeHtml(stored)]) {
    if (text === '') break
    try {
      JSON.parse(text)
      return text
    } catch {
      // not escaped in this way
    }
  }
  return apiDocExtInfo(content) ?? ''
}

function deletions(conversion: Conversion): Map<number, SourceRow> {
  const rows = new Map<number, SourceRow>()
  for (const row of conversion.rows('recycle')) rows.set(row.int('page_id'), row)
  return rows
}

function recycleRow(
  { options }: Conversion,
  row: SourceRow | undefined,
  at: {
    page_id: number
    page_title: string
    place: { item_id: number; cat_id: number }
    people: People
    item: ConvertedItem
  },
): StageRow {
  const { page_id, page_title, people, item } = at
  const { item_id, cat_id } = at.place
  const time = row?.time('del_time') ?? 0
  const by = row?.int('del_by_uid') ?? 0
  return {
    item_id,
    page_id,
    page_title,
    cat_id,
    // pages that were deleted with their catalog have no row
    del_by_uid: row ? people.uid(by) : item.uid,
    del_by_username: row ? people.username(by, row.name('del_by_username')) : '',
    // what would be removed at the next cleanup stays for its thirty days
    del_time: time > options.now - deletedRecently && time <= options.now ? time : options.now,
  }
}

function convertVersions(
  conversion: Conversion,
  written: Map<number, WrittenPage>,
  people: People,
  files: SiteFiles,
): void {
  const { stage, report } = conversion
  let page_history_id = 0
  for (const row of conversion.newRows('page_history', ['page_content'])) {
    const page = written.get(row.int('page_id'))
    const page_title = row.name('page_title') || untitled
    if (!page) {
      // of a page that did not come
      report.count('version', 'left')
      continue
    }
    const { page_id, item } = page
    const author_uid = people.uid(row.int('author_uid'))
    const page_version = page.version++
    let text: string
    try {
      if (row.isTooLong('page_content')) throw new TextTooLarge()
      text = rewriteLinks(shownContent(row.raw('page_content'), page.mostBytes), files.addresses(item, author_uid))
    } catch (error) {
      if (!(error instanceof TextTooLarge)) throw error
      report.count('version', 'left')
      report.note('versionTooLarge', `${item.item_name} / ${page_title}`)
      continue
    }
    page_history_id++
    const addtime = row.time('addtime') || item.addtime
    stage.put('page_history', {
      page_history_id,
      page_id,
      item_id: item.item_id,
      cat_id: conversion.find('catalog', row.int('cat_id')) ?? 0,
      page_title,
      s_number: row.int('s_number', 99),
      author_uid,
      author_username: people.username(row.int('author_uid'), row.name('author_username')),
      addtime,
      page_comments: row.text('page_comments'),
      ext_info: extInfo(row.raw('ext_info'), text),
      page_version,
    })
    stage.put('page_history_content', { page_history_id, page_content: zstdCompressSync(text) })
    files.show(text, { page_id, item_id: item.item_id }, addtime)
    report.count('version', 'added')
  }
}
