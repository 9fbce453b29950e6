import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { TestApp } from '#tests/support/app.ts'
import { picture } from '../files.ts'

/** Names as people and systems make them. */
const names = [
  'Plain',
  'a/b\\c',
  '..',
  'CON',
  'lpt1.txt',
  '.hidden',
  'docstead.json',
  'info.json',
  '_files',
  '_history',
  '👩‍💻 emoji 🎉',
  '订单：查询/修改',
  'Tom &amp; Jerry <b>',
  '%41 %zz',
  'a #b ?c',
  '[x](y) `z`',
  'l'.repeat(200),
  '字'.repeat(200),
  'Same',
  'same',
  'Same',
]

const odd = [
  'plain words',
  'Tom &amp; "Jerry" <b>x</b> \'q\' &#039; &lt;',
  '反斜杠 \\ and \t tab\r\nline',
  'line\u2028separator\u2029 nbsp\u00a0 bom\ufeff',
  '👩‍💻 é e\u0301 \u202e bidi',
  '`code /17/1` and ``` not a fence',
  '```\n[in code](/1/1)\n```',
  'eJzLSM3JyVcozy/KSQEAGgsEXQ==',
  '[1,2]',
  '{"a":"&amp;"}',
  '{"info":{"url":"/x?a=<b>","method":"get","remark":"**bold** \\u4e2d"}}',
  '---\ntitle: front\n---\ntext',
  '| a | b |\n|---|---|\n| `|` | x<br>y |',
  '$a<b$ and $$\\int$$',
  '',
  '   ',
]

/** Makes random items in the database; the same ones for the same seed. */
export class RandomItem {
  readonly #app: TestApp
  #state: number

  constructor(app: TestApp, seed: number) {
    this.#app = app
    this.#state = seed
  }

  #below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * most)
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T
  }

  /** Returns an item of `owner` with all that an archive brings back. */
  async make(): Promise<number> {
    const { rows } = this.#app
    const item_id = await rows.newItem({
      item_name: this.#of(names),
      item_description: this.#of(odd),
      ...this.#of([
        { item_type: 1, allow_comment: this.#below(2), allow_feedback: this.#below(2) },
        { item_type: 3, allow_comment: 0, allow_feedback: 0 },
      ]),
      global_param: JSON.stringify({ header: [{ name: 'X', value: this.#of(odd) }] }),
      item_domain: this.#of(['', `own${this.#state}`]),
    })
    const catalogs = [0]
    const tops: number[] = []
    for (let count = this.#below(6); count > 0; count -= 1) {
      const parent = rows.all('catalog').find((row) => row['cat_id'] === this.#of(catalogs))
      const isDeep = parent && Number(parent['level']) < 4
      const cat_id = rows.newCatalog(item_id, this.#of(names), {
        s_number: this.#below(100),
        ...(isDeep && { parent_cat_id: parent['cat_id'], level: Number(parent['level']) + 1 }),
      })
      catalogs.push(cat_id)
      if (!isDeep) tops.push(cat_id)
    }
    const image = new File([picture(20, 10)], this.#of(['a.png', '图 (1).png', 'b#c.png']), { type: 'image/png' })
    const { url } = await this.#app.as('owner').page.uploadImg({ item_id, 'editormd-image-file': image })
    const pages: number[] = []
    for (let count = 1 + this.#below(10); count > 0; count -= 1) {
      const page_id = rows.newPage(item_id, this.#of(names), {
        cat_id: this.#of(catalogs),
        s_number: this.#below(4),
        page_comments: this.#of(odd).slice(0, 100),
        is_draft: this.#below(8) === 0 ? 1 : 0,
        addtime: 1_600_000_000 + this.#below(1000),
        page_addtime: 1_500_000_000 + this.#below(1000),
        page_version: 1 + this.#below(50),
        page_content: '',
      })
      pages.push(page_id)
    }
    for (const page_id of pages) this.#fill(item_id, page_id, pages, catalogs, url)
    for (const name of ['reader', 'editor']) rows.newMember(item_id, name, this.#of(['read', 'edit', 'manage']), [])
    if (tops.length > 0) rows.newMember(item_id, 'limited', 'edit', [this.#of(tops)])
    await this.#addTeam(item_id, tops)
    const title = `Template ${this.#below(100)}`
    const template_content = this.#of(odd)
    const { id } = await this.#app.as('owner').template.save({ template_title: title, template_content })
    await this.#app.as('owner').template.shareToItem({ template_id: String(id), item_id: String(item_id) })
    const variables = JSON.stringify([
      { name: 'token', value: '', is_secret: true },
      { name: 'v', value: 'x', is_secret: false },
    ])
    rows.insert('api_environment', {
      item_id,
      env_name: 'Test',
      base_url: 'https://api.example.test/v1',
      variables,
      addtime: 1,
    })
    if (this.#below(2)) await this.#app.as('owner').item.star({ item_id })
    return item_id
  }

  #text(item_id: number, pages: readonly number[], url: string): string {
    const parts = [this.#of(odd)]
    if (/^[{[e]/.test(parts[0] ?? '')) return parts[0] ?? ''
    for (let count = this.#below(4); count > 0; count -= 1)
      parts.push(
        this.#of([
          () => this.#of(odd.slice(0, 6)),
          () => `[page](/${item_id}/${this.#of(pages)})`,
          () => `[heading](/${item_id}/${this.#of(pages)}#a-heading "title")`,
          () => `[old](#/${item_id}/${this.#of(pages)}) <a href="/web/#/${item_id}/${this.#of(pages)}">x</a>`,
          () => `[elsewhere](/999999/1) [own](#heading) [site](https://example.test/7/1)`,
          () => `![picture](${url})`,
          () => `[ref]\n\n[ref]: /${item_id}/${this.#of(pages)}`,
        ])(),
      )
    return parts.join('\n\n')
  }

  #fill(item_id: number, page_id: number, pages: readonly number[], catalogs: readonly number[], url: string): void {
    const { rows } = this.#app
    const page_content = this.#text(item_id, pages, url)
    const isApi = page_content.startsWith('{"info"')
    const ext_info = isApi ? '{"page_type":"api","api_info":{"method":"get"}}' : ''
    rows.sqlite.prepare('UPDATE page_content SET page_content = ? WHERE page_id = ?').run(page_content, page_id)
    rows.sqlite.prepare('UPDATE page SET ext_info = ? WHERE page_id = ?').run(ext_info, page_id)
    const file_id = rows.all('upload_file').at(-1)?.['file_id']
    const shows = page_content.includes(url)
    if (shows || this.#below(3) === 0)
      rows.insert('file_page', { file_id, page_id, item_id, is_listed: this.#below(2), addtime: 1 })
    for (let count = this.#below(4); count > 0; count -= 1) this.#version(item_id, page_id, pages, catalogs, url)
    let parent_id = 0
    for (let count = this.#below(4); count > 0; count -= 1) {
      const author = this.#of(['owner', 'reader'])
      const isDeleted = parent_id === 0 && this.#below(4) === 0
      const comment_id = rows.insert('page_comment', {
        page_id,
        item_id,
        parent_id: this.#below(2) ? parent_id : 0,
        uid: isDeleted ? 0 : this.#app.uid(author),
        username: isDeleted ? '' : author,
        content: isDeleted ? '' : `${this.#of(odd)} comment`,
        is_deleted: isDeleted ? 1 : 0,
        addtime: 1_650_000_000 + this.#below(1000),
      })
      if (rows.all('page_comment').at(-1)?.['parent_id'] === 0) parent_id = comment_id
    }
    if (isApi)
      rows.insert('mock', {
        unique_key: `key${page_id}`,
        page_id,
        item_id,
        uid: this.#app.uid('owner'),
        template: '{"a":1}',
        path: '/x',
        addtime: 1,
        last_update_time: 1,
      })
  }

  #version(item_id: number, page_id: number, pages: readonly number[], catalogs: readonly number[], url: string): void {
    const { rows } = this.#app
    const author = this.#of(['owner', 'editor'])
    const page_history_id = rows.insert('page_history', {
      page_id,
      item_id,
      cat_id: this.#of(catalogs),
      page_title: this.#of(names),
      s_number: this.#below(100),
      author_uid: this.#app.uid(author),
      author_username: author,
      addtime: 1_550_000_000 + this.#below(1000),
      page_comments: this.#of(odd).slice(0, 100),
      ext_info: '',
      page_version: this.#below(50) + 1,
    })
    let text = this.#text(item_id, pages, url)
    if (text.startsWith('{"info"')) text = 'was an API page'
    rows.insert('page_history_content', { page_history_id, page_content: zstdCompressSync(text) })
  }

  async #addTeam(item_id: number, tops: readonly number[]): Promise<void> {
    const { rows } = this.#app
    const owner = this.#app.as('owner')
    this.#app.uid('mate')
    const { id } = await owner.team.save({ team_name: `Team ${this.#state}` })
    await owner.teamMember.save({ team_id: String(id), member_username: 'mate,editor', team_member_group_id: 1 })
    await owner.teamItem.save({ team_id: String(id), item_id: String(item_id), member_group_id: this.#below(3) })
    const cat_ids = tops.length > 0 ? String(tops[0]) : ''
    rows.sqlite
      .prepare('UPDATE team_item_member SET member_group_id = 0, cat_ids = ? WHERE item_id = ? AND member_uid = ?')
      .run(cat_ids, item_id, this.#app.uid('mate'))
  }
}

/** An item as stored in the database: its own numbers and signs are replaced by what they lead to. */
export function storedItem(app: TestApp, item_id: number) {
  const all = (sql: string) => app.rows.sqlite.prepare(sql).all(item_id) as Record<string, unknown>[]
  const files = all('SELECT * FROM upload_file WHERE item_id = ? ORDER BY display_name, file_id')
  const catalogs = all('SELECT * FROM catalog WHERE item_id = ? ORDER BY s_number, cat_id')
  const pages = all('SELECT * FROM page JOIN page_content USING (page_id) WHERE item_id = ? ORDER BY s_number, page_id')
  // the place of an entry among those of its catalog is the same in both items
  const pathOf = (cat_id: unknown): string => {
    const at = catalogs.findIndex((one) => one['cat_id'] === cat_id)
    const own = catalogs[at]
    if (!own) return ''
    const siblings = catalogs.filter((one) => one['parent_cat_id'] === own['parent_cat_id'])
    return `${pathOf(own['parent_cat_id'])}${siblings.indexOf(own)} ${own['cat_name']} > `
  }
  const placeOf = (page: Record<string, unknown>) => {
    const siblings = pages.filter((one) => one['cat_id'] === page['cat_id'])
    return `${pathOf(page['cat_id'])}${siblings.indexOf(page)} ${page['page_title']}`
  }
  const placeById = new Map(pages.map((page) => [page['page_id'], placeOf(page)]))
  const plain = (text: unknown): string => {
    let out = files.reduce<string>(
      (done, file, at) => done.replaceAll(String(file['sign']), `sign ${at}`),
      String(text),
    )
    for (const [id, place] of placeById) out = out.replaceAll(`/${item_id}/${id}`, `/item/${place}`)
    return out
  }
  const namesIn = (cat_ids: unknown) =>
    String(cat_ids)
      .split(',')
      .filter(Boolean)
      .map((id) => pathOf(Number(id)))
  const [item] = all('SELECT * FROM item WHERE item_id = ?')
  return {
    item: [item?.['item_name'], item?.['item_description'], item?.['item_type'], item?.['password']],
    settings: [item?.['allow_comment'], item?.['allow_feedback'], JSON.parse(String(item?.['global_param'] || '{}'))],
    catalogs: catalogs.map((one) => [pathOf(one['cat_id']), one['s_number'], one['level']]),
    pages: pages
      .map((one) => ({
        place: placeOf(one),
        author: one['author_username'],
        fields: [one['s_number'], one['page_comments'], one['is_draft'], one['ext_info'], one['page_version']],
        times: [one['addtime'], one['page_addtime']],
        text: plain(one['page_content']),
      }))
      .toSorted((one, other) => (one.place < other.place ? -1 : 1)),
    versions: all(
      'SELECT h.*, t.page_content AS packed FROM page_history h JOIN page_history_content t USING (page_history_id) WHERE item_id = ? ORDER BY page_history_id',
    )
      .map((one) => ({
        page: placeById.get(one['page_id']),
        fields: [one['page_title'], one['s_number'], one['author_username'], one['addtime'], one['page_comments']],
        number: one['page_version'],
        catalog: pathOf(one['cat_id']),
        text: plain(zstdDecompressSync(one['packed'] as Buffer).toString()),
      }))
      .toSorted(
        (one, other) => Number(String(one.page) > String(other.page)) - Number(String(one.page) < String(other.page)),
      ),
    comments: all(
      `SELECT c.*, p.content AS over FROM page_comment c LEFT JOIN page_comment p ON p.comment_id = c.parent_id
       WHERE c.item_id = ? ORDER BY c.comment_id`,
    )
      .map((one) => [
        placeById.get(one['page_id']),
        one['username'],
        one['content'],
        one['is_deleted'],
        one['addtime'],
        one['over'],
      ])
      .toSorted((one, other) => Number(String(one[0]) > String(other[0])) - Number(String(one[0]) < String(other[0]))),
    members: all(
      'SELECT username, member_group_id, cat_ids FROM item_member JOIN user USING (uid) WHERE item_id = ? ORDER BY username',
    ).map((one) => [one['username'], one['member_group_id'], namesIn(one['cat_ids'])]),
    teams: all(
      `SELECT team_name, i.member_group_id AS role, username, m.member_group_id, cat_ids FROM team_item i
       JOIN team ON team.id = i.team_id LEFT JOIN team_item_member m ON m.team_id = i.team_id AND m.item_id = i.item_id
       LEFT JOIN user ON user.uid = m.member_uid WHERE i.item_id = ? ORDER BY team_name, username`,
    ).map((one) => [one['team_name'], one['role'], one['username'], one['member_group_id'], namesIn(one['cat_ids'])]),
    templates: all(
      'SELECT template_title, template_content FROM template_item JOIN template ON template.id = template_id WHERE item_id = ? ORDER BY template_title',
    ),
    environments: all('SELECT env_name, base_url, variables FROM api_environment WHERE item_id = ? ORDER BY env_id'),
    mocks: all('SELECT page_id, template, path FROM mock WHERE item_id = ?').map((one) => [
      placeById.get(one['page_id']),
      one['template'],
      one['path'],
    ]),
    files: files.map((one) => [one['display_name'], one['file_type'], one['file_size']]),
    inPages: all('SELECT page_id, is_listed FROM file_page WHERE item_id = ?')
      .map((one) => `${placeById.get(one['page_id'])} ${one['is_listed']}`)
      .toSorted(),
    stars: all('SELECT uid FROM item_star WHERE item_id = ?'),
  }
}
