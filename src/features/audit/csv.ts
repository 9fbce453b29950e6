import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { auditLabel } from '#shared/contract/audit-actions.ts'
import type { App } from '#src/core/app.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { type AuditFilter, listAuditsBefore } from './queries.ts'

const columns = {
  en: ['Time', 'Username', 'Name', 'Action', 'Label', 'Type', 'ID', 'Target', 'IP address', 'Hash'],
  zh: ['时间', '用户名', '姓名', '操作', '操作说明', '类型', '编号', '对象', 'IP 地址', '哈希'],
} as const

// A cell that begins like this is a formula for spreadsheet programs. Source: OWASP, CSV Injection.
const formula = /^[=+\-@\t\r]/

const cell = (value: string | number): string => {
  const text = String(value)
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`

const rowsAtOnce = 1_000

async function* lines(app: App, filter: AuditFilter, lang: Lang): AsyncGenerator<string> {
  // for Excel, which takes other files for the system's code page
  yield `\ufeff${line(columns[lang])}`
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await listAuditsBefore(app.db, filter, before, rowsAtOnce)
    const text = rows.map((row) =>
      line([
        new Date(row.addtime * 1000).toISOString(),
        row.username,
        row.name ?? '',
        row.action,
        auditLabel(row.action, lang),
        row.object_type,
        row.object_id === 0 ? '' : row.object_id,
        row.detail,
        row.ip,
        row.hash,
      ]),
    )
    if (text.length > 0) yield text.join('')
    if (rows.length < rowsAtOnce) return
    before = rows.at(-1)?.id ?? 0
  }
}

/**
 * Returns all entries that match a filter as a CSV file in UTF-8, newest first. It is written to the disk first, because
 * its size must be known.
 */
export async function auditCsv(app: App, filter: AuditFilter, lang: Lang): Promise<FileResponse> {
  const path = app.files.incomingPath()
  const done = () => rm(path, { force: true })
  try {
    await pipeline(lines(app, filter, lang), createWriteStream(path, { mode: 0o600 }))
    const { size: sizeBytes } = await stat(path)
    const read = (range?: { start: number; end: number }) => createReadStream(path, range)
    return { type: 'text/csv; charset=utf-8', sizeBytes, downloadAs: 'audit.csv', maxAge: 0, read, done }
  } catch (error) {
    await done()
    throw error
  }
}
