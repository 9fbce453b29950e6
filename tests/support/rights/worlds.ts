import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import type Database from 'better-sqlite3'
import { newApiJson } from '#shared/api-doc/api-page-json.ts'
import { noPassword } from '#src/access/visibility.ts'
import { hashPassword, hashSecret } from '#src/core/secrets.ts'
import type { Schema } from '#src/db/schema.ts'
import type { TestApp } from '#tests/support/app.ts'
import { Watch } from './watch.ts'
import {
  type Others,
  ownPassword,
  type Person,
  type Place,
  type Side,
  type State,
  visitPassword,
  type World,
} from './world.ts'

// The keys of tables without a numeric id of their own, as SQLite quotes them.
const keyOf: Partial<Record<keyof Schema, (row: Record<string, unknown>) => string>> = {
  page_content: (row) => `${row.page_id}`,
  page_history_content: (row) => `${row.page_history_id}`,
  api_change_page: (row) => `${row.page_id},${row.api_change_id}`,
  file_page: (row) => `${row.file_id},${row.page_id}`,
  page_lock: (row) => `${row.page_id}`,
  single_page: (row) => `'${row.unique_key}'`,
  job: (row) => `'${row.job_id}'`,
  user_token: (row) => `X'${(row.token_hash as Buffer).toString('hex').toUpperCase()}'`,
}

let pool = Buffer.alloc(0)
/** 128 random bits, as hex text; drawn for hundreds of rows at once. */
function random(): string {
  if (pool.length === 0) pool = randomBytes(65_536)
  const drawn = pool.toString('hex', 0, 16)
  pool = pool.subarray(16)
  return drawn
}

/** Creates worlds in a test app, each with its own rows, written directly to the database. */
export class Worlds {
  readonly #app: TestApp
  readonly #sqlite: Database.Database
  readonly #watch: Watch
  readonly #hashes: { own: string; visit: string }
  readonly #statements = new Map<string, Database.Statement>()
  readonly #storedFile: string
  readonly #api: string
  #count = 0
  #inserted: string[] = []

  private constructor(app: TestApp, hashes: { own: string; visit: string }) {
    this.#app = app
    this.#sqlite = app.rows.sqlite
    this.#hashes = hashes
    this.#sqlite.pragma('synchronous = OFF')
    this.#sqlite.prepare("INSERT INTO options VALUES ('login_secret_key', 'the key of links')").run()
    this.#watch = new Watch(this.#sqlite)
    this.#storedFile = join(app.data, 'a-file')
    this.#api = join(app.data, 'an-api')
    writeFileSync(this.#storedFile, 'a text\n')
    writeFileSync(
      this.#api,
      JSON.stringify({ openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/a': { get: {} } } }),
    )
  }

  /** For `app`, whose changes are watched from now on. */
  static async in(app: TestApp): Promise<Worlds> {
    return new Worlds(app, { own: await hashPassword(ownPassword), visit: await hashPassword(visitPassword) })
  }

  /** The changes since the last call, except those made by creating worlds. */
  changes = () => this.#watch.take()

  /** Runs an action whose changes are not recorded. */
  unseen = <T>(operation: () => T): T => this.#watch.unseen(operation)

  /** A new world; with `others`, that of the strangers to it is one that nobody has changed. */
  make(state: State = 'private', others?: Others): World {
    return this.#watch.unseen(() => this.#sqlite.transaction(() => this.#make(state, others))())
  }

  #make(state: State, others: Others | undefined): World {
    const person = (name: string, groupid = 2) => this.#person(`${name}${++this.#count}`, groupid)
    const people = {
      stranger: person('stranger'),
      reader: person('reader'),
      limitedReader: person('limitedreader'),
      limitedEditor: person('limitededitor'),
      editor: person('editor'),
      manager: person('manager'),
      owner: person('owner'),
      teamMember: person('teammember'),
      teamAdmin: person('teamadmin'),
      admin: person('admin', 1),
    }
    const mine = this.#side('qmine', people.owner, state, person)
    const { item, inside } = mine
    const limit = String(inside.cat)
    this.#member(item, people.reader, 0)
    this.#member(item, people.limitedReader, 0, limit)
    this.#member(item, people.limitedEditor, 1, limit)
    this.#member(item, people.editor, 1)
    this.#member(item, people.manager, 2)
    this.#teamMember(mine, people.teamMember, 1, 1)
    this.#teamMember(mine, people.teamAdmin, 2, 1)
    for (const one of Object.values(people))
      this.#insert('item_star', { uid: one.uid, item_id: mine.freeItem, addtime: this.#now() })
    const captcha = random()
    this.#insert('captcha', { captcha_id: captcha, captcha: 'ABCDE', expire_time: this.#now() + 300 })
    const announcement = this.#message('announce_web', 0, 0)
    // a site has at most twenty, whichever world they are of
    this.#sqlite.prepare('DELETE FROM scim_token').run()
    const scimToken = this.#insert('scim_token', {
      name: 'n',
      token_hash: Buffer.from(random()),
      uid: people.admin.uid,
      addtime: this.#now(),
    })
    const { other, othersRows } = others ?? this.#makeOthers(state, person)
    return { people, mine, other, captcha, announcement, scimToken, othersRows }
  }

  #makeOthers(state: State, person: (name: string, groupid?: number) => Person): Others {
    this.#inserted = []
    const other = this.#side('qother', person('another'), state, person)
    return { other, othersRows: new Set(this.#inserted) }
  }

  #now = () => Math.floor(this.#app.app.now().getTime() / 1000)

  #insert(table: keyof Schema, row: Record<string, unknown>): number {
    const names = Object.keys(row)
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql)
    this.#statements.set(sql, statement)
    const id = Number(statement.run(...Object.values(row)).lastInsertRowid)
    this.#inserted.push(`${table} ${keyOf[table]?.(row) ?? id}`)
    return id
  }

  #person(username: string, groupid: number): Person {
    const addtime = this.#now()
    const uid = this.#insert('user', {
      username,
      username_key: username,
      name: '',
      password: this.#hashes.own,
      groupid,
      reg_time: addtime - 100,
    })
    const token = () => {
      const secret = random() + random()
      const times = { addtime, last_use_time: addtime, token_expire: addtime + 86_400 }
      this.#insert('user_token', { token_hash: hashSecret(secret), uid, kind: 'session', ...times })
      return secret
    }
    const stored_name = random()
    const input = { stored_name, file_name: 'a.json', item_id: 0, has_password: false, forApiClient: false, lang: 'en' }
    const job = random()
    const kind = { kind: 'import', title: 'T', state: 'checked', total: 1 }
    this.#insert('job', { job_id: job, uid, ...kind, input: JSON.stringify(input), addtime })
    const store = () => this.#store(this.#api, stored_name)
    return {
      uid,
      username,
      token: token(),
      session: hashSecret(token()).toString('hex'),
      group: this.#insert('item_group', { uid, group_name: 'G', created_at: addtime, updated_at: addtime }),
      template: this.#insert('template', { uid, username, template_title: 'T', template_content: 't', addtime }),
      file: this.#file(uid, 0, 'own').file,
      message: { message_content_id: this.#message('remind', uid, uid), from_uid: uid },
      // Its file exists once the job is requested.
      get job() {
        store()
        return job
      },
    }
  }

  #message(message_type: string, from_uid: number, to_uid: number): number {
    const row = { from_uid, message_type, addtime: this.#now() }
    const message_content_id = this.#insert('message_content', { ...row, from_name: 'N', message_content: 'm' })
    if (to_uid !== 0) this.#insert('message', { ...row, to_uid, message_content_id })
    return message_content_id
  }

  #member(item_id: number, { uid }: Person, member_group_id: number, cat_ids = ''): number {
    return this.#insert('item_member', { item_id, uid, member_group_id, cat_ids, addtime: this.#now() })
  }

  #teamMember(
    side: Pick<Side, 'team' | 'item'>,
    { uid }: Person,
    team_member_group_id: number,
    member_group_id: number,
  ) {
    const row = { team_id: side.team, member_uid: uid, addtime: this.#now() }
    const teamMember = this.#insert('team_member', { ...row, team_member_group_id })
    const teamItemMember = this.#insert('team_item_member', { ...row, item_id: side.item, member_group_id })
    return { teamMember, teamItemMember }
  }

  #item(word: string, owner: Person, state: State): number {
    const flags = { is_archived: state === 'archived' ? 1 : 0, is_del: state === 'deleted' ? 1 : 0 }
    return this.#insert('item', {
      item_name: `${word} item`,
      uid: owner.uid,
      password: state === 'open' ? '' : state === 'members' ? noPassword : this.#hashes.visit,
      addtime: this.#now(),
      allow_comment: 1,
      allow_feedback: 1,
      ...flags,
    })
  }

  #side(word: string, owner: Person, state: State, person: (name: string) => Person): Side {
    const addtime = this.#now()
    const item = this.#item(word, owner, state)
    const freeItem = this.#item(`${word} free`, owner, state)
    const key = { api_key: random(), api_token: random() }
    this.#insert('item_token', { item_id: item, ...key, addtime, last_check_time: addtime })
    const place = (name: string, isRoot = false) => this.#place(`${word} ${name}`, { item, owner, isRoot })
    const friend = person('friend')
    const team = this.#insert('team', { team_name: `${word} team`, uid: owner.uid, addtime, last_update_time: addtime })
    const template_item = { template_id: owner.template, item_id: item, uid: owner.uid, username: owner.username }
    this.#insert('template_item', { ...template_item, created_at: addtime })
    return {
      owner,
      item,
      freeItem,
      freeCat: this.#catalog(freeItem, 0, `${word} free`),
      deletedItem: this.#insert('item', {
        item_name: `${word} deleted`,
        uid: owner.uid,
        addtime,
        is_del: 1,
        del_time: addtime,
      }),
      key,
      environment: this.#insert('api_environment', {
        item_id: item,
        env_name: `${word} environment`,
        base_url: 'https://api.example',
        variables: '[{"name":"token","value":"","is_secret":true}]',
        addtime,
      }),
      inside: place('qin'),
      outside: place('qout'),
      root: place('qroot', true),
      friend,
      member: this.#member(item, friend, 0),
      team,
      teamItem: this.#insert('team_item', { team_id: team, item_id: item, addtime }),
      ...this.#teamMember({ team, item }, friend, 1, 0),
      spare: person('spare'),
    }
  }

  #catalog(item_id: number, parent_cat_id: number, cat_name: string, rest: object = {}): number {
    const level = parent_cat_id === 0 ? 2 : 3
    return this.#insert('catalog', { item_id, parent_cat_id, cat_name, level, addtime: this.#now(), ...rest })
  }

  #page(
    item_id: number,
    cat_id: number,
    page_title: string,
    owner: Person,
    rest: object = {},
    page_content = `# ${page_title}\n\nqword ${page_title}`,
  ): number {
    const addtime = this.#now()
    const author = { author_uid: owner.uid, author_username: owner.username }
    const row = { item_id, cat_id, page_title, ...author, addtime, page_addtime: addtime, ...rest }
    const page_id = this.#insert('page', row)
    this.#insert('page_content', { page_id, page_content })
    const change = { op_action_type: 'create', op_object_type: 'page', op_object_id: page_id }
    this.#insert('item_change_log', { item_id, uid: owner.uid, ...change, op_object_name: page_title, optime: addtime })
    return page_id
  }

  #place(word: string, { item, owner, isRoot }: { item: number; owner: Person; isRoot: boolean }): Place {
    const now = this.#now()
    const cat = isRoot ? 0 : this.#catalog(item, 0, `${word} catalog`)
    const page = this.#page(item, cat, `${word} page`, owner)
    const former = { page_id: page, item_id: item, cat_id: cat, page_title: `${word} former`, s_number: 99 }
    const by = { author_uid: owner.uid, author_username: owner.username, addtime: now }
    const rest = { page_comments: '', ext_info: '', page_version: 1 }
    const history = this.#insert('page_history', { ...former, ...by, ...rest })
    this.#insert('page_history_content', {
      page_history_id: history,
      page_content: Buffer.from('28b52ffd2000010000', 'hex'),
    })
    this.#insert('subscription', { uid: owner.uid, object_id: page, sub_time: now })
    const written = { uid: owner.uid, username: owner.username, content: `${word} comment`, addtime: now }
    const mock = { unique_key: random(), page_id: page, item_id: item, uid: owner.uid }
    this.#insert('mock', { ...mock, template: `{"${word}": 1}`, addtime: now, last_update_time: now })
    const shared = this.#page(item, cat, `${word} shared`, owner)
    // The page outside is being edited, which a person inside may not know.
    const lock = { lock_uid: owner.uid, lock_username: `${word} editor`, lock_to: now + 1000, addtime: now }
    if (!/qmine qin/.test(word)) this.#insert('page_lock', { page_id: shared, ...lock })
    const share = random()
    this.#insert('single_page', { unique_key: share, page_id: shared, uid: owner.uid, addtime: now })
    this.#page(item, cat, `${word} qdraft`, owner, { is_draft: 1 })
    this.#page(item, cat, `${word} api`, owner, {}, JSON.stringify(newApiJson('qword', 'get', `/${word}`)))
    const counts = { breaking_count: 1, warning_count: 0, info_count: 0 }
    const apiChange = this.#insert('api_change', {
      item_id: item,
      page_id: page,
      source: 'page',
      name: `${word} page`,
      uid: owner.uid,
      is_open: 0,
      addtime: now,
      last_time: now,
      operations: `\nGET /${word}\n`,
      changes: zstdCompressSync('[]'),
      ...counts,
    })
    this.#insert('api_change_page', { page_id: page, api_change_id: apiChange, operation: `GET /${word}`, ...counts })
    const gone = this.#page(item, cat, `${word} gone`, owner, { is_del: 1 })
    const deleted = { del_by_uid: owner.uid, del_by_username: owner.username, del_time: now }
    this.#insert('recycle', { item_id: item, page_id: gone, page_title: `${word} gone`, cat_id: cat, ...deleted })
    const { file, sign } = this.#file(owner.uid, item, word, true)
    this.#insert('file_page', { file_id: file, page_id: page, item_id: item, addtime: now })
    return {
      cat,
      sub: this.#catalog(item, cat, `${word} sub`),
      page,
      history,
      apiChange,
      comment: this.#insert('page_comment', { page_id: page, item_id: item, ...written }),
      shared,
      share,
      gone,
      goneCat: this.#catalog(item, cat, `${word} gone`, { is_del: 1, del_time: now - 10 }),
      file,
      sign,
    }
  }

  #file(uid: number, item_id: number, word: string, isStored = false): { file: number; sign: string } {
    const [sign, stored_name] = [random(), random()]
    const row = { sign, stored_name, display_name: `${word}.txt`, file_type: 'text/plain', file_size: 7 }
    if (isStored) this.#store(this.#storedFile, stored_name)
    return { file: this.#insert('upload_file', { ...row, uid, item_id, addtime: this.#now() }), sign }
  }

  #store(from: string, stored_name: string): void {
    const folder = join(this.#app.data, 'uploads', stored_name.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    const path = join(folder, stored_name)
    if (!existsSync(path)) linkSync(from, path)
  }
}
