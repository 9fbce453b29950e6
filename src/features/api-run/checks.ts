import type { z } from 'zod'
import { checkResponse, type DocumentedResponses, type ResponseProblem } from '#shared/api-doc/response-check.ts'
import { matchesPattern } from '#shared/api-doc/schema/pattern.ts'
import { parseValuePath, valueAt } from '#shared/api-runs.ts'
import type { CallResponse } from '#shared/contract/api-call.ts'
import type { RunStep } from '#shared/contract/api-run.ts'

type Answer = z.output<typeof CallResponse>
type Check = z.output<typeof RunStep>['checks'][number]
type Output = z.output<typeof RunStep>['outputs'][number]

/** A response whose body is parsed once. */
interface ReadResponse {
  answer: Answer
  /** The parsed body; undefined when it is no JSON, or only part of it was read. */
  json: unknown
}

/** Parses the body of a response. */
export function readResponse(answer: Answer): ReadResponse {
  if (answer.is_base64 || answer.is_truncated) return { answer, json: undefined }
  try {
    return { answer, json: JSON.parse(answer.content) }
  } catch {
    return { answer, json: undefined }
  }
}

/** Returns a value as text: a text itself, anything else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  headers.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())?.value

/** Returns what an output takes from a response, as text; undefined when the response does not have it. */
export function outputOf({ answer, json }: ReadResponse, { source, path }: Output): string | undefined {
  if (source === 'status') return String(answer.status)
  if (source === 'header') return headerOf(answer, path)
  const parts = parseValuePath(path)
  // a body that is no JSON is one text
  if (json === undefined) return parts?.length === 0 && !answer.is_base64 ? answer.content : undefined
  const value = parts && valueAt(json, parts)
  return value === undefined ? undefined : textOf(value)
}

/** How one check ended. */
export interface CheckResult {
  is_met: boolean
  /** What the response has; empty for nothing. */
  actual: string
  problems: ResponseProblem[]
}

const result = (is_met: boolean, actual: string, problems: ResponseProblem[] = []): CheckResult => ({
  is_met,
  actual: actual.slice(0, 500),
  problems,
})

/**
 * Evaluates a check on a response.
 *
 * @param value what it compares with, its variables filled in
 */
export function evaluateCheck(
  check: Check,
  value: string,
  response: ReadResponse,
  { documented, method }: { documented: DocumentedResponses; method: string },
): CheckResult {
  const { answer } = response
  if (check.kind === 'schema') {
    const { outcome, problems } = checkResponse(answer, documented, method)
    return result(outcome === 'agrees', outcome, problems)
  }
  if (check.kind === 'time') return result(answer.time_ms < Number(value), String(answer.time_ms))
  const actual = outputOf(response, { name: '', source: check.kind, path: check.path })
  if (check.compare === 'exists') return result(actual !== undefined, actual ?? '')
  if (check.compare === 'missing') return result(actual === undefined, actual ?? '')
  if (actual === undefined) return result(check.compare === 'differs', '')
  switch (check.compare) {
    case 'equals':
      return result(isSame(actual, value), actual)
    case 'differs':
      return result(!isSame(actual, value), actual)
    case 'contains':
      return result(actual.includes(value), actual)
    case 'matches':
      return result(matchesPattern(actual, value) === true, actual)
    case 'less':
      return result(actual.trim() !== '' && Number(actual) < Number(value), actual)
    default:
      return result(actual.trim() !== '' && Number(actual) > Number(value), actual)
  }
}

/** Whether two texts are the same value: `{"a": 1}` and `{"a":1}` are. */
function isSame(actual: string, expected: string): boolean {
  if (actual === expected.trim() || actual === expected) return true
  if (!/^[[{]/.test(actual) || !/^\s*[[{]/.test(expected)) return false
  try {
    return JSON.stringify(JSON.parse(actual)) === JSON.stringify(JSON.parse(expected))
  } catch {
    return false
  }
}
