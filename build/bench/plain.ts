// The minimal server on the same database, the baseline of the benchmark: no framework, no permissions, no checks,
// nothing cached between two requests. It reads with prepared statements and sends exactly the bytes that the product
// sends.
// `plain.ts DATA_FOLDER BROTLI_FILE PORT`
import { createReadStream, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { dateText } from '#shared/contract/fields.ts'

type Row = Record<string, string | number>

const [dataFolder = '', webFile = '', port = '0'] = process.argv.slice(2)
const db = new Database(join(dataFolder, 'docstead.db'), { readonly: true })
db.pragma('cache_size = -32768')
const asset = readFileSync(webFile)

/** Returns the named columns of `row` with numbers as strings, as the API sends them. */
const sent = (row: Row, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, String(row[name])]))

const pageNames =
  'page_id author_uid author_username item_id cat_id page_title page_content s_number page_comments is_del ext_info is_draft page_version'.split(
    ' ',
  )
const page =
  db.prepare(`SELECT p.*, c.page_content, coalesce(s.unique_key, '') AS unique_key, coalesce(u.name, '') AS author_name,
  (SELECT count(*) FROM file_page f WHERE f.page_id = p.page_id AND f.is_listed = 1) AS attachment_count
  FROM page p JOIN page_content c ON c.page_id = p.page_id LEFT JOIN single_page s ON s.page_id = p.page_id
  LEFT JOIN user u ON u.uid = p.author_uid
  WHERE p.page_id = +? AND p.is_del = 0`)

function pageInfo(fields: URLSearchParams): unknown {
  const row = page.get(Number(fields.get('page_id'))) as Row
  return {
    ...sent(row, pageNames),
    addtime: dateText(Number(row.addtime)),
    page_addtime: dateText(Number(row.page_addtime)),
    save_time: String(row.addtime),
    author_name: row.author_name,
    attachment_count: row.attachment_count,
    unique_key: row.unique_key,
  }
}

const item = db.prepare('SELECT * FROM item WHERE item_id = +? AND is_del = 0')
const menuPages = db.prepare(
  'SELECT page_id, author_uid, cat_id, page_title, addtime, ext_info, is_draft, s_number FROM page WHERE item_id = +? AND is_del = 0 ORDER BY s_number, page_id',
)
const menuCatalogs = db.prepare('SELECT * FROM catalog WHERE item_id = +? AND is_del = 0 ORDER BY s_number, cat_id')
const itemNames =
  'item_id item_domain is_archived archive_time item_name item_description item_type allow_comment allow_feedback'.split(
    ' ',
  )
const menuNames = 'page_id author_uid cat_id page_title addtime ext_info is_draft s_number'.split(' ')
const catalogNames = 'cat_id cat_name item_id s_number addtime parent_cat_id level'.split(' ')

function itemInfo(fields: URLSearchParams): unknown {
  const row = item.get(Number(fields.get('item_id'))) as Row
  const pages = Map.groupBy(menuPages.all(row.item_id) as Row[], (one) => one.cat_id)
  const catalogs = Map.groupBy(menuCatalogs.all(row.item_id) as Row[], (one) => one.parent_cat_id)
  const pagesIn = (cat_id: number) => (pages.get(cat_id) ?? []).map((one) => sent(one, menuNames))
  const catalogsIn = (cat_id: number): unknown[] =>
    (catalogs.get(cat_id) ?? []).map((one) => ({
      ...sent(one, catalogNames),
      pages: pagesIn(Number(one.cat_id)),
      catalogs: catalogsIn(Number(one.cat_id)),
    }))
  return {
    ...sent(row, itemNames),
    default_page_id: String(pages.get(0)?.[0]?.page_id),
    default_cat_id2: 0,
    default_cat_id3: 0,
    default_cat_id4: 0,
    unread_count: 0,
    menu: { pages: pagesIn(0), catalogs: catalogsIn(0) },
    is_login: true,
    is_private: 0,
    visibility: 'public',
    item_edit: true,
    item_manage: true,
    is_limited: false,
    ItemPermn: true,
    ItemCreator: true,
    current_page_id: 0,
    global_param: [],
    show_watermark: 0,
    docs_site: null,
    ai_knowledge_base_enabled: 0,
    ai_config: { enabled: 0, dialog_collapsed: 1, guest_enabled: 0, welcome_message: '', system_prompt: '' },
  }
}

const items = db.prepare(`SELECT i.*, u.username, u.name AS owner_name, s.uid AS star_uid,
  (SELECT count(*) FROM page p WHERE p.item_id = i.item_id AND p.is_del = 0) AS page_count
  FROM item i JOIN user u ON u.uid = i.uid LEFT JOIN item_star s ON s.item_id = i.item_id AND s.uid = i.uid
  WHERE i.uid = +? AND i.is_del = 0 ORDER BY i.item_id`)
const cardNames =
  'item_id uid item_name item_domain item_type last_update_time item_description is_del is_archived username'.split(' ')

const myList = (fields: URLSearchParams): unknown =>
  (items.all(Number(fields.get('uid'))) as (Row & { star_uid: number | null })[]).map((row) => ({
    ...sent(row, cardNames),
    s_number: 0,
    creator: 1,
    manage: 1,
    is_private: 0,
    visibility: 'public',
    owner_name: row.owner_name,
    is_star: row.star_uid === null ? 0 : 1,
    page_count: row.page_count,
  }))

const history = db.prepare(`SELECT h.*, c.page_content, coalesce(u.name, '') AS author_name FROM page_history h
  JOIN page_history_content c ON c.page_history_id = h.page_history_id LEFT JOIN user u ON u.uid = h.author_uid
  WHERE h.page_id = +? ORDER BY h.page_history_id DESC LIMIT 20`)
const historyNames =
  'page_history_id page_id author_uid author_username item_id cat_id page_title s_number page_comments ext_info page_version'.split(
    ' ',
  )

const pageHistory = (fields: URLSearchParams): unknown =>
  (history.all(Number(fields.get('page_id'))) as (Row & { page_content: Buffer })[]).map((row) => ({
    ...sent(row, historyNames),
    page_content: zstdDecompressSync(row.page_content).toString('utf8'),
    is_text_left_out: false,
    author_name: row.author_name,
    addtime: dateText(Number(row.addtime)),
    save_time: String(row.addtime),
  }))

const answers: Record<string, (fields: URLSearchParams) => unknown> = {
  '/api/page/info': pageInfo,
  '/api/item/info': itemInfo,
  '/api/item/myList': myList,
  '/api/page/history': pageHistory,
}

const file = db.prepare('SELECT file_type, file_size, stored_name FROM upload_file WHERE sign = +?')

async function sendFile(sign: string, response: ServerResponse): Promise<void> {
  const { file_type, file_size, stored_name } = file.get(sign) as Row
  const name = String(stored_name)
  response.writeHead(200, { 'content-type': String(file_type), 'content-length': file_size })
  // a client that ends early is no reason to stop
  await pipeline(createReadStream(join(dataFolder, 'uploads', name.slice(0, 2), name)), response).catch(() => undefined)
}

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

const server = createServer(async (request, response) => {
  const [path = '', query] = (request.url ?? '').split('?')
  const answer = answers[path]
  if (answer) {
    const body = JSON.stringify({ error_code: 0, data: answer(await fieldsOf(request)) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } else if (path === '/api/attachment/visitFile') {
    await sendFile(new URLSearchParams(query).get('sign') ?? '', response)
  } else {
    const type = { 'content-type': 'text/javascript', 'content-encoding': 'br' }
    response.writeHead(200, { ...type, 'content-length': asset.length })
    response.end(asset)
  }
})
server.listen(Number(port), '127.0.0.1')
