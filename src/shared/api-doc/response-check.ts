import { schemaFile } from './schema/resolve.ts'
import { type SchemaProblemText, validateValue } from './schema/validate.ts'
import { toObject } from './unknown-json.ts'

/** One documented response of an operation. */
export interface DocumentedResponse {
  /** Such as `200`, `2XX`, or `default` for every other; `*` for one that may come with any status. */
  status: string
  /** Its media types; none when the document says nothing about the body. */
  content: { type: string; schema?: unknown }[]
}

/** What a page documents of the responses to its request. */
export interface DocumentedResponses {
  responses: DocumentedResponse[]
  /** The document in which references of the schemas are found. */
  root: unknown
}

/** What a response does not have that the page documents. */
export interface ResponseProblem {
  /** The place in the body, as a JSON pointer; empty for the whole. */
  path: string
  text: SchemaProblemText | 'status' | 'contentType' | 'noBody' | 'notJson'
  values: Record<string, string | number>
}

/** How a response compares with its document. */
interface ResponseCheck {
  /** `undocumented` when the page documents no response at all, `cut` when the body is too long to compare. */
  outcome: 'agrees' | 'differs' | 'undocumented' | 'cut'
  problems: ResponseProblem[]
}

/** A response, as `CallResponse` of the contract has it. */
interface Received {
  status: number
  headers: readonly { name: string; value: string }[]
  content: string
  is_base64: boolean
  is_truncated: boolean
}

/** How much of a response is compared: far more than of a request to a mock, as it is one person's wish. */
const limits = { steps: 200_000, problems: 50 } as const

const mediaTypeOf = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Whether a media type is within a range such as `text/*`. */
function isWithin(type: string, range: string): boolean {
  const wanted = mediaTypeOf(range)
  return wanted === type || wanted === '*/*' || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)))
}

function responsesOf(status: number, responses: readonly DocumentedResponse[]): DocumentedResponse[] {
  const any = responses.filter((one) => one.status === '*')
  for (const name of [String(status), `${String(status).charAt(0)}XX`, 'default']) {
    const found = responses.filter((one) => one.status.toUpperCase() === name.toUpperCase())
    if (found.length > 0) return [...found, ...any]
  }
  return any
}

/**
 * Compares a response with those that a page documents: its status, its media type, and a JSON or text body with the
 * schema. Of several documented for one status, the closest counts.
 *
 * @param method the method of the request: a HEAD has no body
 */
export function checkResponse(
  received: Received,
  { responses, root }: DocumentedResponses,
  method: string,
): ResponseCheck {
  if (responses.length === 0) return { outcome: 'undocumented', problems: [] }
  const found = responsesOf(received.status, responses)
  if (found.length === 0) {
    const documented = [...new Set(responses.map(({ status }) => status))].join(', ')
    const problem: ResponseProblem = { path: '', text: 'status', values: { status: received.status, documented } }
    return { outcome: 'differs', problems: [problem] }
  }
  if (method.toUpperCase() === 'HEAD') return { outcome: 'agrees', problems: [] }
  const checks = found.map((one) => checkBody(received, one, root))
  return checks.toSorted((one, other) => one.problems.length - other.problems.length)[0] as ResponseCheck
}

function checkBody(received: Received, { content }: DocumentedResponse, root: unknown): ResponseCheck {
  const differs = (text: ResponseProblem['text'], values: ResponseProblem['values'] = {}): ResponseCheck => ({
    outcome: 'differs',
    problems: [{ path: '', text, values }],
  })
  if (content.length === 0) return { outcome: 'agrees', problems: [] }
  const expected = content.map((one) => mediaTypeOf(one.type)).join(', ')
  if (received.content === '') return differs('noBody', { expected })
  const header = received.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const type = mediaTypeOf(header)
  const media = content.find((one) => isWithin(type, one.type))
  if (!media) return differs('contentType', { expected, actual: type || '–' })
  if (media.schema === undefined || received.is_base64) return { outcome: 'agrees', problems: [] }
  const isJson = /[/+]json$/.test(type)
  if (!isJson && !type.startsWith('text/')) return { outcome: 'agrees', problems: [] }
  if (received.is_truncated) return { outcome: 'cut', problems: [] }
  let value: unknown = received.content
  if (isJson) {
    try {
      value = JSON.parse(received.content)
    } catch {
      return differs('notJson')
    }
  }
  const file = schemaFile(toObject(root) ?? {})
  const problems = validateValue(media.schema, value, file, { direction: 'response', ...limits })
  return { outcome: problems.length > 0 ? 'differs' : 'agrees', problems }
}
