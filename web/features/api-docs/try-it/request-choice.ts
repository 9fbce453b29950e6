import { type Draft, type DraftRow, newRow } from './draft.ts'

/** What a reader has chosen of what a page offers for its request. */
export interface RequestChoice {
  /** The server: what the address begins with on the page, and with that server. */
  server?: { from: string; to: string }
  /** An example of the body. */
  body?: { type: string; text: string }
  /** Examples of parameters. */
  values: readonly { place: keyof typeof tables; name: string; value: string }[]
}

const tables = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

const isJson = (type: string) => /^[^;]*[/+]json\b/i.test(type)
const isContentType = ({ name }: DraftRow) => name.toLowerCase() === 'content-type'

/** Returns an address with the chosen server. */
export const withServer = (url: string, server: RequestChoice['server']): string =>
  server && url.startsWith(server.from) ? server.to + url.slice(server.from.length) : url

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

/**
 * Returns a draft that people have edited, with another choice: what the choice changes is new, the edits stay.
 *
 * @param former the draft of the page with the choice before
 * @param next the same with this choice
 */
export function withOtherChoice(draft: Draft, former: Draft, next: Draft): Draft {
  const changed: Draft = { ...draft }
  if (next.url !== former.url) {
    // the server is what both differ in, from the beginning
    let same = 0
    while (same < next.url.length && same < former.url.length && next.url.at(-same - 1) === former.url.at(-same - 1))
      same++
    const from = former.url.slice(0, former.url.length - same)
    if (draft.url.startsWith(from)) changed.url = next.url.slice(0, next.url.length - same) + draft.url.slice(from.length)
  }
  if (next.text !== former.text || next.bodyKind !== former.bodyKind)
    Object.assign(changed, { text: next.text, bodyKind: next.bodyKind })
  for (const table of ['path', 'query', 'headers', 'cookies', 'form', 'multipart'] as const) {
    const before = new Map(former[table].map((row) => [row.name, row.value]))
    const news = next[table].filter((row) => before.get(row.name) !== row.value)
    const gone = former[table].filter((row) => !next[table].some(({ name }) => name === row.name))
    if (news.length + gone.length === 0) continue
    const rows = changed[table].filter((row) => !gone.some(({ name, value }) => name === row.name && value === row.value))
    changed[table] = [
      ...rows.map((row) => {
        const one = news.find(({ name }) => name === row.name)
        return one ? { ...row, value: one.value, isOn: one.isOn } : row
      }),
      ...news.filter(({ name }) => !rows.some((row) => row.name === name)),
    ]
  }
  return changed
}
