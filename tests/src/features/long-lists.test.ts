import { beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '#src/db/schema.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const many = 10_000

/** CPU time limit for one page of a long list, in ms: a few times the usual, far below one query per row. */
const partMs = 60

/** The same limit for a list without pages. */
const wholeMs = 600

let app: TestApp
let item_id: number
let team_id: number

/** Runs a call four times. @returns its result and the lowest CPU time of a run, in ms, whatever else is running */
async function cheapest<T>(call: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  let answer = await call()
  let ms = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    const start = process.cpuUsage()
    answer = await call()
    const { user, system } = process.cpuUsage(start)
    ms = Math.min(ms, (user + system) / 1000)
  }
  return { answer, ms }
}

/** Adds this number of rows. Returns their ids. */
function fill(table: keyof Schema, row: (at: number) => Record<string, unknown>): number[] {
  const names = Object.keys(row(0))
  const places = names.map(() => '?').join(', ')
  const insert = app.rows.sqlite.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`)
  return Array.from({ length: many }, (_, at) => Number(insert.run(...Object.values(row(at))).lastInsertRowid))
}

beforeAll(async () => {
  app = await createTestApp({ shared: true })
  const now = Math.floor(app.app.now().getTime() / 1000)
  const owner = app.uid('owner')
  app.uid('admin')
  app.rows.sqlite.exec('BEGIN')
  const people = fill('user', (at) => {
    const username = `person-${String(at).padStart(5, '0')}`
    return { username, username_key: username, name: `人员 ${at}`, password: '', reg_time: now }
  })
  const items = fill('item', (at) => ({ item_name: `Item ${at}`, uid: owner, addtime: now + at }))
  item_id = items[0] ?? 0
  fill('item_member', (at) => ({ item_id, uid: people[at], addtime: now }))
  team_id = app.rows.insert('team', { team_name: 'All', uid: owner, addtime: now, last_update_time: now })
  fill('team_member', (at) => ({ team_id, member_uid: people[at], addtime: now }))
  const pages = Array.from({ length: 20 }, (_, at) => app.rows.newPage(item_id, `Page ${at}`))
  const files = fill('upload_file', (at) => ({
    sign: `sign${at}`,
    stored_name: `stored${at}`,
    display_name: `File ${at}.${at % 2 ? 'png' : 'xlsx'}`,
    file_type: at % 2 ? 'image/png' : 'application/octet-stream',
    file_size: 1000,
    uid: owner,
    item_id,
    addtime: now + at,
  }))
  fill('file_page', (at) => ({ file_id: files[at], page_id: pages[at % 20], item_id, addtime: now }))
  const contents = fill('message_content', (at) => ({
    from_uid: people[at],
    from_name: `人员 ${at}`,
    message_type: 'remind',
    message_content: 'A new version',
    action_type: 'update',
    object_type: 'page',
    object_id: pages[at % 20],
    addtime: now,
  }))
  fill('message', (at) => ({
    from_uid: people[at],
    to_uid: owner,
    message_type: 'remind',
    message_content_id: contents[at],
    status: at % 2,
    addtime: now,
  }))
  fill('audit_log', (at) => ({
    addtime: now,
    uid: owner,
    username: 'owner',
    action: at % 2 ? 'login' : 'itemDeleted',
    detail: `Item ${at}`,
    ip: '192.0.2.1',
  }))
  app.rows.sqlite.exec('COMMIT')
})

/** How the last page of a list is requested, in pages of 20, and the result of a search for one row. */
const parts: Record<string, (part: { page: number; word: string }) => Promise<{ total: number; rows: unknown[] }>> = {
  'adminUser/getList': async ({ page, word }) => {
    const { total, users } = await app
      .as('admin')
      .adminUser.getList({ page, count: 20, username: word && 'person-07777' })
    return { total, rows: users }
  },
  'adminItem/getList': async ({ page, word }) => {
    const { total, items } = await app
      .as('admin')
      .adminItem.getList({ page, count: 20, item_name: word && 'Item 7777' })
    return { total, rows: items }
  },
  'attachment/getMyList': async ({ page, word }) => {
    const { total, list } = await app
      .as('owner')
      .attachment.getMyList({ page, count: 20, display_name: word && 'File 7777.' })
    return { total, rows: list }
  },
  'attachment/getAllList': async ({ page, word }) => {
    const { total, list } = await app
      .as('admin')
      .attachment.getAllList({ page, count: 20, display_name: word && 'File 7777.' })
    return { total, rows: list }
  },
  'adminAudit/getList': async ({ page, word }) => {
    const { total, list } = await app.as('admin').adminAudit.getList({ page, count: 20, keyword: word && 'Item 7777' })
    return { total, rows: list }
  },
}

describe(`a list of ${many} rows`, () => {
  test.each(Object.entries(parts))('%s returns its last page as quickly as its first', async (_, part) => {
    const first = await cheapest(() => part({ page: 1, word: '' }))
    expect(first.answer.rows).toHaveLength(20)
    const { total } = first.answer
    expect(total).toBeGreaterThanOrEqual(many)
    const last = await cheapest(() => part({ page: Math.ceil(total / 20), word: '' }))
    expect(last.answer.rows).toHaveLength(total % 20 || 20)
    expect(last.answer.rows).not.toContainEqual(first.answer.rows[0])
    const found = await cheapest(() => part({ page: 1, word: 'one' }))
    expect(found.answer).toMatchObject({ total: 1, rows: [{}] })
    expect(Math.max(first.ms, last.ms, found.ms)).toBeLessThan(partMs)
  })

  test('returns reminders in pages, and the number of unread ones at once', async () => {
    const owner = app.as('owner')
    const first = await cheapest(() => owner.message.getRemindList({ page: 1, count: 15 }))
    expect(first.answer).toMatchObject({ total: many, list: { length: 15 } })
    const last = await cheapest(() => owner.message.getRemindList({ page: Math.ceil(many / 15), count: 15 }))
    expect(last.answer.list).toHaveLength(many % 15 || 15)
    const unread = await cheapest(() => owner.message.getUnread())
    expect(unread.answer.remind_count).toBe(many / 2)
    expect(Math.max(first.ms, last.ms, unread.ms)).toBeLessThan(partMs)
  })

  test('finds the unused files among many that are used', async () => {
    const now = Math.floor(app.app.now().getTime() / 1000)
    const more = { stored_name: 'lost', display_name: 'lost.png', file_type: 'image/png', file_size: 1 }
    app.rows.insert('upload_file', { sign: 'lost', uid: app.uid('owner'), addtime: now, ...more })
    const unused = await cheapest(() => app.as('admin').attachment.getUnusedList({ page: 1, count: 20 }))
    expect(unused.answer).toMatchObject({ total: 1, list: [{ display_name: 'lost.png' }] })
    expect(unused.ms).toBeLessThan(partMs)
  })

  test('returns lists without pages in full, and the first accounts to choose from', async () => {
    const owner = app.as('owner')
    const members = await cheapest(() => owner.member.getList({ item_id }))
    expect(members.answer).toHaveLength(many)
    const team = await cheapest(() => owner.teamMember.getList({ team_id }))
    expect(team.answer).toHaveLength(many)
    const items = await cheapest(() => owner.item.myList())
    expect(items.answer).toHaveLength(many)
    expect(Math.max(members.ms, team.ms, items.ms)).toBeLessThan(wholeMs)
    const people = await cheapest(() => owner.user.allUser({ username: 'person-' }))
    expect(people.answer).toHaveLength(20)
    expect(people.ms).toBeLessThan(partMs)
  })
})
