// The plainest server over the same database, the measure of the benchmark: no framework, no rights, no checks. It reads
// by prepared statements and builds each answer anew. `bench-plain.ts DATABASE WEB_FILE PORT`
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import Database from 'better-sqlite3'

const [databasePath = '', webFile = '', port = '0'] = process.argv.slice(2)
const db = new Database(databasePath, { readonly: true })
db.pragma('cache_size = -32768')

const pageInfo = db.prepare(
  'SELECT p.*, c.page_content FROM page p JOIN page_content c ON c.page_id = p.page_id WHERE p.page_id = ? AND p.is_del = 0',
)
const itemRow = db.prepare('SELECT * FROM item WHERE item_id = ? AND is_del = 0')
const menuPages = db.prepare(
  'SELECT page_id, author_uid, cat_id, page_title, addtime, ext_info, is_draft, s_number FROM page WHERE item_id = ? AND is_del = 0 ORDER BY s_number, page_id',
)
const menuCatalogs = db.prepare('SELECT * FROM catalog WHERE item_id = ? ORDER BY s_number, cat_id')
const myItems = db.prepare(
  'SELECT i.*, u.username, (SELECT count(*) FROM page p WHERE p.item_id = i.item_id AND p.is_del = 0) AS page_count FROM item i JOIN user u ON u.uid = i.uid WHERE i.is_del = 0',
)
const asset = readFileSync(webFile)

const answers: Record<string, (fields: URLSearchParams) => unknown> = {
  '/api/page/info': (fields) => pageInfo.get(Number(fields.get('page_id'))),
  '/api/item/info': (fields) => {
    const id = Number(fields.get('item_id'))
    return { ...(itemRow.get(id) as object), menu: { pages: menuPages.all(id), catalogs: menuCatalogs.all(id) } }
  },
  '/api/item/myList': () => myItems.all(),
}

async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

const server = createServer(async (request, response) => {
  const answer = answers[request.url ?? '']
  if (answer) {
    const body = JSON.stringify({ error_code: 0, data: answer(await fieldsOf(request)) })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } else {
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': asset.length })
    response.end(asset)
  }
})
server.listen(Number(port), '127.0.0.1')
