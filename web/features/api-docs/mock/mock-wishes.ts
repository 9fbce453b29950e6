/** How a reader wants a mock to answer. */
export interface MockWishes {
  /** A status; empty for a successful one. */
  code: string
  /** The name of an example; empty for the first. */
  example: string
  /** Milliseconds; empty for none. */
  delay: string
  dynamic: boolean
  validate: boolean
}

const given = ({ code, example, delay, dynamic, validate }: MockWishes): [name: string, value: string][] =>
  [
    ['code', code],
    ['example', example],
    ['delay', delay],
    ['dynamic', dynamic ? 'true' : ''],
    ['validate', validate ? 'true' : ''],
  ].filter((one): one is [string, string] => one[1] !== '')

/** Returns the address of a mock that answers as wanted. */
export function addressWith(url: string, wishes: MockWishes): string {
  const query = given(wishes).map(([name, value]) => `mock_${name}=${encodeURIComponent(value)}`)
  return query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
}

/** Returns the value of the header `Prefer` for the same answer; empty when nothing is wanted. */
export const preferWith = (wishes: MockWishes): string =>
  given(wishes)
    .map(([name, value]) => `${name}=${/^[\w.-]+$/.test(value) ? value : `"${value.replaceAll('"', '')}"`}`)
    .join(', ')

/** A documented response, and a status that the mock answers with for it. */
interface MockStatus {
  code: string
  /** As documented: `4XX` or `default` stand for several. */
  status: string
  examples: string[]
}

/** Returns the statuses to choose from: `4XX` and `default` by one that is not documented itself. */
export function statusesOf(responses: readonly { status: string; examples: string[] }[]): MockStatus[] {
  const taken = new Set(responses.map(({ status }) => status))
  const codes = new Map<string, MockStatus>()
  for (const { status, examples } of responses) {
    const wanted = /^[1-5]\d\d$/.test(status) ? [status] : /^[1-5]XX$/i.test(status) ? range(status) : fallbacks
    const code = wanted.find((one) => one === status || (!taken.has(one) && !codes.has(one)))
    if (code !== undefined) codes.set(code, { code, status, examples })
  }
  return [...codes.values()]
}

const fallbacks = ['500', '501', '502']
const range = (status: string) => ['00', '01', '02', '09'].map((rest) => `${status[0]}${rest}`)
