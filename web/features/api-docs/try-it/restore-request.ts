import type { HistoryEntryInfo } from './atoms.ts'
import { type Draft, newRow } from './draft.ts'

const kinds = { none: 'none', form: 'form', multipart: 'multipart', file: 'file' } as const

/** Converts a sent request to a draft. Redacted or omitted parts must be filled in again. */
export function restoreDraft({ request }: HistoryEntryInfo): Draft {
  const { body, url } = request
  const at = url.search(/[?#]/)
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1).split('#', 1)[0] ?? '']
  const isCookie = ({ name }: { name: string }) => name.toLowerCase() === 'cookie'
  const isJson = request.headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value.includes('json'),
  )
  const rows = body.rows.map((row) => newRow({ name: row.name, value: row.value, isFile: row.is_file }))
  const cookies = request.headers.filter(isCookie).flatMap(({ value }) => value.split(/;\s*/))
  return {
    method: request.method,
    url: path,
    path: [],
    query: [...new URLSearchParams(query)].map(([name, value]) => newRow({ name, value })),
    headers: request.headers.filter((one) => !isCookie(one)).map((one) => newRow(one)),
    cookies: cookies.map((one) => {
      const equals = one.indexOf('=')
      return newRow(equals < 0 ? { name: one } : { name: one.slice(0, equals), value: one.slice(equals + 1) })
    }),
    bodyKind: body.kind === 'text' ? (isJson ? 'json' : 'text') : kinds[body.kind],
    text: body.text,
    form: body.kind === 'form' ? rows : [],
    multipart: body.kind === 'multipart' ? rows : [],
  }
}
