import { type App, nowSeconds } from '#src/core/app.ts'
import { countFiles, type FileFilter, findFlow, listFiles, listFilesOfPage, sumFileSizes } from './queries.ts'
import { pendingTraffic, toMonth, withPendingVisits } from './traffic.ts'
import { fileUrl } from './upload.ts'

/** The filter and paging of a list of files. */
interface FileQuery {
  page: number
  count: number
  attachment_type?: number | undefined
  display_name?: string | undefined
  username?: string | undefined
  unused?: boolean
}

// Converts bytes to mebibytes with three decimals. Source: reference, api-facts 17.3.
const mebibytes = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 1000) / 1000

type Part = Pick<FileFilter, 'matchesSign' | 'isUnused'> & { uid?: number }

const filterOf = ({ attachment_type, display_name, username }: FileQuery, part: Part): FileFilter => ({
  ...part,
  kind: attachment_type === 1 ? 'image' : attachment_type === 2 ? 'other' : undefined,
  display_name,
  ...(username && part.uid === undefined ? { username: username.trim() } : {}),
})

async function rowsOf(app: App, filter: FileFilter, query: FileQuery) {
  const rows = await listFiles(app.db, filter, query)
  return rows.map((row) => ({
    ...withPendingVisits(app, row),
    username: row.username ?? '',
    name: row.name ?? undefined,
    page_id: row.page_id ?? 0,
    page_count: row.page_count ?? 0,
    file_size_m: mebibytes(row.file_size),
    url: fileUrl(row),
  }))
}

/** Returns one page of a user's own files, with their total size and the traffic they caused this month. */
export async function listOwnFiles(app: App, uid: number, query: FileQuery) {
  const filter = filterOf(query, { uid, matchesSign: false, isUnused: query.unused ?? false })
  const used = await sumFileSizes(app.db, uid)
  const month = toMonth(nowSeconds(app))
  return {
    list: await rowsOf(app, filter, query),
    total: (await countFiles(app.db, filter)).total,
    used,
    used_m: mebibytes(used),
    quota_m: app.config.upload_quota_mb,
    used_flow_m: mebibytes((await findFlow(app.db, uid, month)) + pendingTraffic(app, uid, month)),
  }
}

/** Returns one page of all users' files, with the total size of the files that match the filter. */
export async function listAllFiles(app: App, query: FileQuery) {
  const filter = filterOf(query, { matchesSign: true, isUnused: false })
  const { used } = await countFiles(app.db, { ...filter, display_name: undefined })
  return {
    list: await rowsOf(app, filter, query),
    total: (await countFiles(app.db, filter)).total,
    used,
    used_m: mebibytes(used),
  }
}

/** Returns one page of the files that no page lists, shows or has shown. */
export async function listUnusedFiles(app: App, query: FileQuery) {
  const filter = filterOf(query, { matchesSign: true, isUnused: true })
  return { list: await rowsOf(app, filter, query), total: (await countFiles(app.db, filter)).total }
}

/** Returns the attachments in a page's list, the last added first. */
export async function listAttachments(app: App, page_id: number) {
  const rows = await listFilesOfPage(app.db, page_id)
  return rows.map((row) => ({ ...row, file_size_m: mebibytes(row.file_size), url: fileUrl(row) }))
}
