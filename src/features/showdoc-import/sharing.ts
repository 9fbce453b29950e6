import { unescapeHtml } from '#src/core/html-entities.ts'
import { fingerprint, type StageRow } from '#src/db/engine.ts'
import { cleanContent } from '#src/features/import/index.ts'
import type { Conversion, Items } from './conversion.ts'
import type { People } from './people.ts'
import type { ReportKind } from './report.ts'
import { droppedTables, rawTables, showdocTables } from './tables.ts'
import type { FileAddresses } from './texts.ts'
import { rewriteLinks } from './texts.ts'
import type { SourceRow } from './values.ts'

/** What the rest of a site refers to. */
interface SiteParts {
  conversion: Conversion
  people: People
  items: Items
  files: FileAddresses
}

/** Converts everything of a site besides its people, items, catalogs, pages and files. */
export function convertSharing(parts: SiteParts): void {
  const limit = limitsOf(parts)
  noteRights(parts, limit)
  convertMembers(parts, limit)
  convertTeams(parts, limit)
  convertGroups(parts)
  convertTemplates(parts)
  convertKeys(parts)
  convertTalk(parts)
  convertMessages(parts)
  convertActivity(parts)
  convertEnvironments(parts)
  keepRows(parts)
}

/** Reads the new rows of a table that belong to an item; others are counted. */
function* rowsOfItems(
  { conversion, items }: SiteParts,
  table: string,
  kind: ReportKind,
  longest: readonly string[] = [],
): IterableIterator<{ row: SourceRow; item_id: number }> {
  for (const row of conversion.newRows(table, longest)) {
    const item = items.get(row.int('item_id'))
    if (item) yield { row, item_id: item.item_id }
    else conversion.orphan(kind, `${table} ${row.number}`)
  }
}

const add = (
  { conversion }: SiteParts,
  kind: ReportKind,
  table: Parameters<Conversion['stage']['put']>[0],
  row: StageRow,
): void => {
  conversion.stage.put(table, row, 'absent')
  conversion.report.count(kind, 'added')
}

/** Returns the catalogs that a member is limited to, as they are stored; empty for all. */
function limitOf({ conversion }: SiteParts, row: SourceRow): string {
  const listed = row.raw('cat_ids').match(/\d+/g) ?? []
  const ids = listed.map(Number).filter((id) => id > 0)
  const all = ids.length > 0 ? ids : [row.int('cat_id')].filter((id) => id > 0)
  // a catalog that is gone still limits: its number here is nobody's
  return all.map((id) => conversion.find('catalog', id) ?? id).join(',')
}

const groupOf = (row: SourceRow): number => Math.min(2, Math.max(0, row.int('member_group_id', 0)))

/**
 * Returns the catalogs that each person is limited to in each item. In ShowDoc one limit holds for all memberships of a
 * person in an item: that of their own membership, else that of their first team. Here each membership has its own, so
 * all get that one: nobody sees more than before. Source: reference, api-facts 4.2.
 */
function limitsOf(parts: SiteParts): (row: SourceRow, uid: number) => string {
  const limits = new Map<string, string>()
  for (const [table, column] of [
    ['item_member', 'uid'],
    ['team_item_member', 'member_uid'],
  ] as const)
    for (const row of parts.conversion.rows(table)) {
      const place = `${row.int('item_id')} ${parts.people.uid(row.int(column))}`
      if ((limits.get(place) ?? '') === '') limits.set(place, limitOf(parts, row))
    }
  return (row, uid) => limits.get(`${row.int('item_id')} ${uid}`) ?? ''
}

function convertMembers(parts: SiteParts, limit: ReturnType<typeof limitsOf>): void {
  const { conversion, people } = parts
  const seen = new Set<string>()
  for (const { row, item_id } of rowsOfItems(parts, 'item_member', 'member')) {
    const uid = people.uid(row.int('uid'))
    if (uid === 0) conversion.orphan('member', row.name('username'))
    else if (seen.has(`${uid} ${item_id}`)) {
      conversion.report.note('double', `item_member ${row.number}`)
      conversion.report.count('member', 'left')
    } else {
      seen.add(`${uid} ${item_id}`)
      const addtime = row.time('addtime') || conversion.options.now
      add(parts, 'member', 'item_member', {
        item_id,
        uid,
        member_group_id: groupOf(row),
        cat_ids: limit(row, uid),
        addtime,
      })
    }
  }
}

/**
 * Notes whose rights are not those of ShowDoc: on a later import, rights are those of here, and a person who was removed
 * there must not keep access without anybody knowing.
 */
function noteRights({ conversion, people, items }: SiteParts, limit: ReturnType<typeof limitsOf>): void {
  if (!conversion.isKnownSite) return
  const keyOf = (item_id: unknown, uid: unknown) => `${item_id} ${uid}`
  const here = new Map(
    conversion.stage.all('item_member').map((row) => [keyOf(row['item_id'], row['uid']), row] as const),
  )
  const there = new Set<string>()
  const last = conversion.lastRead('item_member')
  for (const row of conversion.rows('item_member')) {
    const item = items.get(row.int('item_id'))
    const uid = people.uid(row.int('uid'))
    const key = keyOf(item?.item_id, uid)
    const isFirst = !there.has(key)
    there.add(key)
    const mine = here.get(key)
    if (!item || !mine || !isFirst || row.number > last) continue
    if (mine['member_group_id'] !== groupOf(row) || mine['cat_ids'] !== limit(row, uid))
      conversion.report.note('rightHere', `${item.item_name}: ${people.username(row.int('uid'), '')}`)
  }
  const names = new Map<unknown, string>()
  for (const row of conversion.rows('user')) names.set(people.uid(row.int('uid')), people.username(row.int('uid'), ''))
  const itemNames = new Map<unknown, string>()
  for (const { item_id, item_name } of items.values()) itemNames.set(item_id, item_name)
  for (const [key, row] of here) {
    const [item_name, username] = [itemNames.get(row['item_id']), names.get(row['uid'])]
    if (item_name !== undefined && username !== undefined && !there.has(key))
      conversion.report.note('memberOnlyHere', `${item_name}: ${username}`)
  }
}

function convertTeams(parts: SiteParts, limit: ReturnType<typeof limitsOf>): void {
  const { conversion, people } = parts
  const { now } = conversion.options
  for (const row of conversion.rows('team')) {
    const uid = people.uid(row.int('uid')) || people.owner
    const team_name = row.name('team_name') || '-'
    const addtime = row.time('addtime') || now
    const outcome = conversion.sync('team', row.int('id'), {
      mark: fingerprint([team_name, uid]),
      row: () => ({ team_name, uid, addtime, last_update_time: row.time('last_update_time') || addtime }),
      change: () => ({ team_name, uid }),
    })
    conversion.tell('team', outcome, team_name)
  }
  for (const row of conversion.newRows('team_member')) {
    const team_id = conversion.find('team', row.int('team_id'))
    const member_uid = people.uid(row.int('member_uid'))
    if (team_id === undefined || member_uid === 0) conversion.orphan('member', row.name('member_username'))
    else {
      const team_member_group_id = row.int('team_member_group_id', 1) === 2 ? 2 : 1
      add(parts, 'member', 'team_member', {
        team_id,
        member_uid,
        team_member_group_id,
        addtime: row.time('addtime') || now,
      })
    }
  }
  for (const { row, item_id } of rowsOfItems(parts, 'team_item', 'team')) {
    const team_id = conversion.find('team', row.int('team_id'))
    if (team_id === undefined) conversion.orphan('team', `team_item ${row.number}`)
    else add(parts, 'team', 'team_item', { team_id, item_id, addtime: row.time('addtime') || now, member_group_id: 1 })
  }
  for (const { row, item_id } of rowsOfItems(parts, 'team_item_member', 'member')) {
    const team_id = conversion.find('team', row.int('team_id'))
    const member_uid = people.uid(row.int('member_uid'))
    if (team_id === undefined || member_uid === 0) conversion.orphan('member', row.name('member_username'))
    else {
      const addtime = row.time('addtime') || now
      const cat_ids = limit(row, member_uid)
      add(parts, 'member', 'team_item_member', {
        team_id,
        item_id,
        member_uid,
        member_group_id: groupOf(row),
        cat_ids,
        addtime,
      })
    }
  }
}

function convertGroups(parts: SiteParts): void {
  const { conversion, people, items } = parts
  const { now, clock } = conversion.options
  for (const { row, item_id } of rowsOfItems(parts, 'item_star', 'star')) {
    const uid = people.uid(row.int('uid'))
    if (uid === 0) conversion.orphan('star', `item_star ${row.number}`)
    else add(parts, 'star', 'item_star', { uid, item_id, addtime: clock(row.raw('created_at')) || now })
  }
  // what people pinned before there were stars
  for (const { row, item_id } of rowsOfItems(parts, 'item_top', 'star')) {
    const uid = people.uid(row.int('uid'))
    if (uid === 0) conversion.orphan('star', `item_top ${row.number}`)
    else add(parts, 'star', 'item_star', { uid, item_id, addtime: row.time('addtime') || now })
  }
  for (const row of conversion.rows('item_group')) {
    const uid = people.uid(row.int('uid'))
    const group_name = row.name('group_name') || '-'
    if (uid === 0) {
      conversion.orphan('group', group_name)
      continue
    }
    const ids = (row.raw('item_ids').match(/\d+/g) ?? []).flatMap((id) => items.get(Number(id))?.item_id ?? [])
    const outcome = conversion.sync('group', row.int('id'), {
      row: () => ({
        uid,
        group_name,
        item_ids: ids.join(','),
        s_number: row.int('s_number'),
        created_at: clock(row.raw('created_at')) || now,
        updated_at: clock(row.raw('updated_at')) || now,
      }),
    })
    conversion.tell('group', outcome, group_name)
  }
  for (const row of conversion.newRows('item_sort')) {
    const uid = people.uid(row.int('uid'))
    const source_group = row.int('item_group_id')
    const item_group_id = source_group > 0 ? conversion.find('group', source_group) : source_group
    const order = parseOrder(row.raw('item_sort_data'))
    if (uid === 0 || item_group_id === undefined || !order) {
      conversion.orphan('group', `item_sort ${row.number}`)
      continue
    }
    const mapped = Object.fromEntries(
      Object.entries(order).flatMap(([id, place]) => {
        const item = items.get(Number(id))
        return item ? [[String(item.item_id), Number(place) || 0]] : []
      }),
    )
    const item_sort_data = JSON.stringify(mapped)
    add(parts, 'group', 'item_sort', { uid, item_group_id, item_sort_data, addtime: row.time('addtime') || now })
  }
}

function parseOrder(text: string): Record<string, unknown> | undefined {
  for (const one of [text, unescapeHtml(text)]) {
    try {
      const order = JSON.parse(one) as unknown
      if (typeof order === 'object' && order !== null) return order as Record<string, unknown>
    } catch {
      // perhaps escaped
    }
  }
  return undefined
}

function convertTemplates(parts: SiteParts): void {
  const { conversion, people, files } = parts
  const { now, clock } = conversion.options
  for (const row of conversion.rows('template', ['template_content'])) {
    const uid = people.uid(row.int('uid'))
    const template_title = row.name('template_title') || '-'
    if (uid === 0) {
      conversion.orphan('template', template_title)
      continue
    }
    const template_content = rewriteLinks(row.text('template_content'), files)
    const outcome = conversion.sync('template', row.int('id'), {
      mark: fingerprint([template_title, template_content]),
      row: () => ({
        uid,
        username: people.username(row.int('uid'), row.name('username')),
        template_title,
        template_content,
        addtime: row.time('addtime') || now,
      }),
      change: () => ({ template_title, template_content }),
    })
    conversion.tell('template', outcome, template_title)
  }
  for (const { row, item_id } of rowsOfItems(parts, 'template_item', 'template')) {
    const template_id = conversion.find('template', row.int('template_id'))
    const uid = people.uid(row.int('uid'))
    if (template_id === undefined || uid === 0) conversion.orphan('template', `template_item ${row.number}`)
    else {
      const username = people.username(row.int('uid'), row.name('username'))
      const created_at = clock(row.raw('created_at')) || now
      add(parts, 'template', 'template_item', { template_id, item_id, uid, username, created_at })
    }
  }
}

/** Returns the item of a page of the site; undefined when the page did not come. */
const pageAt = ({ conversion }: SiteParts, row: SourceRow, name = 'page_id'): number | undefined => {
  const page = row.int(name)
  return page === 0 ? undefined : conversion.find('page', page)
}

function convertKeys(parts: SiteParts): void {
  const { conversion, people, items } = parts
  const { report, options } = conversion
  const { now, clock } = options
  for (const { row, item_id } of rowsOfItems(parts, 'item_token', 'key')) {
    const api_key = row.raw('api_key').trim()
    const api_token = row.raw('api_token').trim()
    if (api_key === '' || api_token === '') conversion.orphan('key', `item_token ${row.number}`)
    else {
      const addtime = row.time('addtime') || now
      add(parts, 'key', 'item_token', {
        item_id,
        api_key,
        api_token,
        addtime,
        last_check_time: row.time('last_check_time'),
      })
    }
  }
  const linked = new Set<number>()
  for (const row of conversion.newRows('single_page')) {
    const page_id = pageAt(parts, row)
    const unique_key = row.raw('unique_key').trim()
    const expire_time = row.time('expire_time')
    if (page_id === undefined || unique_key === '') conversion.orphan('link', `single_page ${row.number}`)
    else if (expire_time > 0 && expire_time <= now) {
      report.note('tokenEnded', '')
      report.count('link', 'left')
    } else if (linked.has(page_id)) {
      report.note('double', `single_page ${row.number}`)
      report.count('link', 'left')
    } else {
      linked.add(page_id)
      // who made it is not known: the owner of the item may end it
      add(parts, 'link', 'single_page', { unique_key, page_id, uid: people.owner, expire_time, addtime: now })
    }
  }
  for (const row of conversion.newRows('mock')) {
    const page_id = pageAt(parts, row)
    const item = items.get(row.int('item_id'))
    const unique_key = row.raw('unique_key').trim()
    if (page_id === undefined || !item || unique_key === '') conversion.orphan('mock', `mock ${row.number}`)
    else {
      const addtime = clock(row.raw('addtime')) || now
      add(parts, 'mock', 'mock', {
        unique_key,
        page_id,
        item_id: item.item_id,
        uid: people.uid(row.int('uid')) || item.uid,
        template: mockTemplate(row),
        path: row.raw('path') || '/',
        view_times: row.int('view_times'),
        addtime,
        last_update_time: clock(row.raw('last_update_time')) || addtime,
      })
    }
  }
}

// Old releases escaped it.
function mockTemplate(row: SourceRow): string {
  const text = cleanContent(row.raw('template'))
  try {
    JSON.parse(text)
    return text
  } catch {
    return unescapeHtml(text)
  }
}

function convertTalk(parts: SiteParts): void {
  const { conversion, people } = parts
  const { now, clock } = conversion.options
  for (const { row, item_id } of rowsOfItems(parts, 'page_comment', 'comment', ['content'])) {
    const page_id = pageAt(parts, row)
    const parent = row.int('parent_id')
    if (page_id === undefined) {
      conversion.orphan('comment', `page_comment ${row.number}`)
      continue
    }
    const outcome = conversion.sync('comment', row.int('comment_id'), {
      row: () => ({
        page_id,
        item_id,
        parent_id: parent === 0 ? 0 : (conversion.find('comment', parent) ?? 0),
        uid: people.uid(row.int('uid')),
        username: people.username(row.int('uid'), row.name('username')),
        content: row.text('content'),
        is_deleted: row.flag('is_deleted'),
        addtime: row.time('addtime') || now,
      }),
    })
    conversion.tell('comment', outcome, '')
  }
  for (const { row, item_id } of rowsOfItems(parts, 'page_feedback', 'feedback')) {
    const page_id = pageAt(parts, row)
    const feedback_type = row.int('feedback_type')
    if (page_id === undefined || (feedback_type !== 1 && feedback_type !== 2))
      conversion.orphan('feedback', `page_feedback ${row.number}`)
    else {
      const uid = people.uid(row.int('uid'))
      const client_id = row.raw('client_id').slice(0, 200)
      add(parts, 'feedback', 'page_feedback', {
        page_id,
        item_id,
        uid,
        client_id,
        feedback_type,
        addtime: row.time('addtime') || now,
      })
    }
  }
  for (const row of conversion.newRows('subscription')) {
    const uid = people.uid(row.int('uid'))
    const page_id = pageAt(parts, row, 'object_id')
    if (uid === 0 || page_id === undefined || row.raw('object_type') !== 'page')
      conversion.orphan('subscription', `subscription ${row.number}`)
    else {
      const action_type = row.raw('action_type') || 'update'
      const sub_time = clock(row.raw('sub_time')) || now
      add(parts, 'subscription', 'subscription', {
        uid,
        object_id: page_id,
        object_type: 'page',
        action_type,
        sub_time,
      })
    }
  }
}

function convertMessages(parts: SiteParts): void {
  const { conversion, people } = parts
  const { now, clock } = conversion.options
  for (const row of conversion.newRows('message_content', ['message_content'])) {
    const message_type = row.raw('message_type')
    const object_type = row.raw('object_type')
    const object_id = object_type === 'page' ? (pageAt(parts, row, 'object_id') ?? 0) : row.int('object_id')
    conversion.sync('content', row.int('id'), {
      row: () => ({
        from_uid: people.uid(row.int('from_uid')),
        from_name: people.username(row.int('from_uid'), row.name('from_name')),
        message_type,
        // an announcement is HTML, a reminder is text
        message_content:
          message_type === 'remind' ? row.text('message_content') : cleanContent(row.raw('message_content')),
        action_type: row.raw('action_type'),
        object_type,
        object_id,
        addtime: clock(row.raw('addtime')) || now,
      }),
    })
    conversion.report.count('message', 'added')
  }
  for (const row of conversion.newRows('message')) {
    const to_uid = people.uid(row.int('to_uid'))
    const message_content_id = conversion.find('content', row.int('message_content_id'))
    const status = row.int('status')
    if (to_uid === 0 || message_content_id === undefined || ![-1, 0, 1].includes(status)) {
      conversion.orphan('message', `message ${row.number}`)
      continue
    }
    const addtime = clock(row.raw('addtime')) || now
    add(parts, 'message', 'message', {
      from_uid: people.uid(row.int('from_uid')),
      to_uid,
      message_type: row.raw('message_type'),
      message_content_id,
      status,
      addtime,
      readtime: status === 0 ? 0 : clock(row.raw('readtime')) || addtime,
    })
  }
}

function convertActivity(parts: SiteParts): void {
  const { conversion, people, items } = parts
  const { now, clock } = conversion.options
  for (const { row, item_id } of rowsOfItems(parts, 'item_change_log', 'activity')) {
    const op_object_type = row.raw('op_object_type')
    const object = row.int('op_object_id')
    const op_object_id =
      op_object_type === 'page'
        ? conversion.find('page', object)
        : op_object_type === 'catalog'
          ? conversion.find('catalog', object)
          : op_object_type === 'item'
            ? items.get(object)?.item_id
            : object
    add(parts, 'activity', 'item_change_log', {
      item_id,
      uid: people.uid(row.int('uid')),
      op_action_type: row.raw('op_action_type'),
      op_object_type,
      op_object_id: op_object_id ?? object,
      op_object_name: row.name('op_object_name'),
      remark: row.text('remark'),
      optime: clock(row.raw('optime')) || now,
    })
  }
}

function convertEnvironments(parts: SiteParts): void {
  const { conversion } = parts
  const { now, clock } = conversion.options
  const variables = new Map<number, Map<number, Map<string, string>>>()
  for (const row of conversion.rows('item_variable')) {
    const ofItem = variables.get(row.int('item_id')) ?? new Map<number, Map<string, string>>()
    const ofEnvironment = ofItem.get(row.int('env_id')) ?? new Map<string, string>()
    ofEnvironment.set(row.name('var_name'), unescapeHtml(row.raw('var_value')))
    variables.set(row.int('item_id'), ofItem.set(row.int('env_id'), ofEnvironment))
  }
  for (const { row, item_id } of rowsOfItems(parts, 'runapi_env', 'environment')) {
    const env_name = row.name('env_name') || '-'
    const ofItem = variables.get(row.int('item_id'))
    // variables without an environment are in each
    const all = new Map([...(ofItem?.get(0) ?? []), ...(ofItem?.get(row.int('id')) ?? [])])
    const outcome = conversion.sync('environment', row.int('id'), {
      row: () => ({
        item_id,
        env_name,
        base_url: '',
        variables: JSON.stringify([...all].map(([name, value]) => ({ name, value, is_secret: false }))),
        addtime: clock(row.raw('addtime')) || now,
      }),
    })
    conversion.tell('environment', outcome, env_name)
  }
}

/** Keeps the rows whole that have no table here yet, and names what is left behind. */
function keepRows({ conversion, items }: SiteParts): void {
  const { stage, report, source, site_id } = conversion
  const known = new Set(Object.keys(showdocTables))
  for (const [table_name, { secrets = [] }] of Object.entries(rawTables)) {
    let count = 0
    for (const row of conversion.newRows(table_name)) {
      const kept = Object.fromEntries(Object.entries(row.whole).filter(([name]) => !secrets.includes(name)))
      if (secrets.some((name) => row.raw(name) !== '')) report.note('secretLeft', `${table_name} ${row.number}`)
      const item_id = items.get(row.int('item_id'))?.item_id ?? 0
      stage.put(
        'showdoc_raw_row',
        { site_id, table_name, source_id: row.number, item_id, source_row: JSON.stringify(kept) },
        'absent',
      )
      report.count('kept', 'added')
      count++
    }
    if (count > 0) report.note('keptWhole', table_name, count)
  }
  const tokens = source.file.count('user_ai_token')
  if (tokens > 0) report.note('noPlace', 'user_ai_token', tokens)
  for (const table of source.file.tables.keys()) {
    const count = source.file.count(table)
    if (count === 0 || table.startsWith('<?php')) continue
    if (!known.has(table)) report.note('tableUnknown', table, count)
    else if (droppedTables.has(table)) report.note('noPlace', table, count)
  }
}
