import { type Draft, type DraftRow, newRow } from './draft.ts'
import { type ChosenServer, withServer } from './with-server.ts'

/** What a reader has chosen of what a page offers for its request. */
export interface RequestChoice {
  server?: ChosenServer
  /** An example of the body. */
  body?: { type: string; text: string }
  /** Examples of parameters. */
  values: readonly { place: keyof typeof tables; name: string; value: string }[]
}

const tables = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

const isJson = (type: string) => /^[^;]*[/+]json\b/i.test(type)
const isContentType = ({ name }: DraftRow) => name.toLowerCase() === 'content-type'

/** Returns the rows of a form with the values of an example; undefined when it is no object. */
function rowsOfExample(rows: readonly DraftRow[], text: string): DraftRow[] | undefined {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const values = new Map(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const known = rows.map((row) => ({ ...row, value: row.isFile ? row.value : (values.get(row.name) ?? row.value) }))
  const more = [...values].filter(([name]) => !rows.some((row) => row.name === name))
  return [...known, ...more.map(([name, value]) => newRow({ name, value }))]
}

function withBody(draft: Draft, { type, text }: NonNullable<RequestChoice['body']>): Draft {
  const kind = /x-www-form-urlencoded/i.test(type) ? 'form' : /^multipart\//i.test(type) ? 'multipart' : undefined
  const rows = kind && rowsOfExample(draft[kind], text)
  if (kind && rows) return { ...draft, bodyKind: kind, [kind]: rows }
  const bodyKind = isJson(type) || (type === '' && draft.bodyKind === 'json') ? 'json' : 'text'
  const others = draft.headers.filter((row) => !isContentType(row))
  // JSON and plain text are sent as what they are without a header
  const isPlain = type === '' || /^(?:application\/json|text\/plain)$/i.test(type)
  const known = draft.headers.find(isContentType)
  const header = known ? { ...known, value: type } : newRow({ name: 'Content-Type', value: type })
  return { ...draft, bodyKind, text, headers: type === '' ? draft.headers : isPlain ? others : [...others, header] }
}

/** Returns a draft with what a reader has chosen. */
export function withChoice(draft: Draft, { server, body, values }: RequestChoice): Draft {
  let chosen: Draft = { ...draft, url: withServer(draft.url, server) }
  if (body) chosen = withBody(chosen, body)
  for (const { place, name, value } of values) {
    const table = tables[place]
    chosen = {
      ...chosen,
      [table]: chosen[table].map((row) => (row.name === name ? { ...row, value, isOn: true } : row)),
    }
  }
  return chosen
}
