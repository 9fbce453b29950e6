import { type Draft, newRow } from './draft.ts'

/** How a request says who sends it. */
export interface SampleAuth {
  /** The name in its description; empty for none. */
  name: string
  /** Such as `bearer`, `basic` or `apiKey`. */
  type: string
  /** The place of an `apiKey`. */
  place: string
  /** The header, parameter or cookie of an `apiKey`. */
  field: string
}

const tables = { header: 'headers', query: 'query', cookie: 'cookies' } as const

/** Returns a draft with variables where its authentication has no value. */
export function withAuth(draft: Draft, auth: readonly SampleAuth[]): Draft {
  const filled = { ...draft }
  for (const { name, type, place, field } of auth) {
    const isKey = type === 'apiKey'
    const table = isKey ? tables[place as keyof typeof tables] : 'headers'
    const header = isKey ? field : 'Authorization'
    const value = isKey
      ? `{{${name || 'apiKey'}}}`
      : type === 'basic'
        ? 'Basic {{credentials}}'
        : ['bearer', 'oauth2', 'openIdConnect'].includes(type)
          ? 'Bearer {{token}}'
          : ''
    if (!table || header === '' || value === '') continue
    const rows = filled[table]
    const known = rows.find((row) => row.name.toLowerCase() === header.toLowerCase())
    if (known) filled[table] = rows.map((row) => (row === known && row.value === '' ? { ...row, value } : row))
    else filled[table] = [...rows, newRow({ name: header, value })]
  }
  return filled
}
