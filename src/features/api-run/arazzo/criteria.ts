import { escapedName } from '#shared/api-doc/openapi/pointer.ts'
import { toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { parseValuePath } from '#shared/api-runs.ts'
import type { RunContentOutput } from '#shared/contract/api-run.ts'
import { type Expression, isExpressionLike, parseExpression } from './expressions.ts'

type Check = RunContentOutput['steps'][number]['checks'][number]
type Output = RunContentOutput['steps'][number]['outputs'][number]

/** Returns a path into a body as a JSON pointer; undefined for one with `*`, which pointers do not have. */
function toPointer(path: string): string | undefined {
  const parts = parseValuePath(path)
  if (!parts || parts.includes('*')) return undefined
  return parts.map((part) => `/${escapedName(String(part))}`).join('')
}

/** Returns the expression of what an output or a check reads; undefined when Arazzo has none for it. */
export function sourceExpression({ source, path }: Pick<Output, 'source' | 'path'>): string | undefined {
  if (source === 'status') return '$statusCode'
  if (source === 'header') return `$response.header.${path.trim()}`
  const pointer = toPointer(path)
  return pointer === undefined ? undefined : pointer === '' ? '$response.body' : `$response.body#${pointer}`
}

const escapedPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Returns a value as a literal of a condition: a number, `true`, `false`, `null`, or a text in quotes. */
function literalOf(value: string): string {
  if (isExpressionLike(value)) return value
  const isPlain = value === 'true' || value === 'false' || value === 'null' || String(Number(value)) === value
  return isPlain && value !== 'NaN' && !value.includes('Infinity') ? value : `'${value.replaceAll("'", "''")}'`
}

const operators: Partial<Record<Check['compare'], string>> = { equals: '==', differs: '!=', less: '<', greater: '>' }

/**
 * Returns a check as a criterion; undefined for what Arazzo has no criterion for: the time, the comparison with the
 * documentation, `*` in a path.
 *
 * @param value what it compares with, its variables as expressions
 */
export function toCriterion({ kind, path, compare }: Check, value: string): UnknownObject | undefined {
  if (kind === 'time' || kind === 'schema') return undefined
  const context = sourceExpression({ source: kind, path })
  if (context === undefined) return undefined
  if (compare === 'exists' || compare === 'missing')
    return { condition: `${context} ${compare === 'exists' ? '!=' : '=='} null` }
  if (compare === 'matches' || compare === 'contains')
    return { context, condition: compare === 'matches' ? value : escapedPattern(value), type: 'regex' }
  return { condition: `${context} ${operators[compare] ?? '=='} ${literalOf(value)}` }
}

/** Splits a condition at `&&` outside of quotes; undefined for one with `||`, `!`, brackets or a function. */
function termsOf(condition: string): string[] | undefined {
  const terms: string[] = []
  let term = ''
  for (const part of condition.match(/'(?:[^']|'')*'|&&|\|\||[^'&|]+|[^]/g) ?? []) {
    if (part === '||') return undefined
    if (part === '&&') {
      terms.push(term)
      term = ''
    } else term += part
  }
  return [...terms, term].map((one) => one.trim())
}

interface Term {
  left: Expression
  operator: string
  /** The right side: a literal without its quotes, or an expression. */
  right: string
  isNull: boolean
}

const flipped: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

function literalValue(text: string): string | undefined {
  const [, quoted] = /^'((?:[^']|'')*)'$/.exec(text) ?? []
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  const [, double] = /^"([^"\\]*)"$/.exec(text) ?? []
  if (double !== undefined) return double
  return /^(?:-?\d{1,30}(?:\.\d{1,30})?|true|false|null)$/.test(text) || isExpressionLike(text) ? text : undefined
}

function parseTerm(term: string): Term | undefined {
  const [, first = '', operator = '', second = ''] =
    /^((?:'(?:[^']|'')*'|[^'<>=!]+))(==|!=|<=|>=|<|>)((?:'(?:[^']|'')*'|[^'<>=!]+))$/.exec(term) ?? []
  const [a, b] = [first.trim(), second.trim()]
  const left = readable(a)
  const right = left ? literalValue(b) : literalValue(a)
  const other = left ?? readable(b)
  if (!other || right === undefined) return undefined
  const isNull = (left ? b : a) === 'null'
  return { left: other, operator: left ? operator : (flipped[operator] ?? operator), right, isNull }
}

/** Returns an expression that reads the response; undefined for any other. */
function readable(text: string): (Expression & { kind: 'status' | 'header' | 'body' }) | undefined {
  const found = parseExpression(text)
  return found?.kind === 'status' || found?.kind === 'header' || found?.kind === 'body' ? found : undefined
}

const pathOf = (expression: Expression): string =>
  expression.kind === 'header' ? expression.name : expression.kind === 'body' ? expression.path : ''

function checkOf({ left, operator, right, isNull }: Term): Check | undefined {
  const check = (compare: Check['compare'], value = right): Check => ({
    kind: left.kind as Check['kind'],
    path: pathOf(left),
    compare,
    value,
  })
  if (isNull && left.kind !== 'status' && (operator === '==' || operator === '!='))
    return check(operator === '==' ? 'missing' : 'exists', '')
  if (operator === '==') return check('equals')
  if (operator === '!=') return check('differs')
  const isNumber = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(right)
  if ((!isNumber && !isExpressionLike(right)) || left.kind === 'header') return undefined
  if (operator === '<' || operator === '>') return check(operator === '<' ? 'less' : 'greater')
  // a status is a whole number
  if (left.kind !== 'status' || !/^\d{1,3}$/.test(right)) return undefined
  return operator === '<=' ? check('less', String(Number(right) + 1)) : check('greater', String(Number(right) - 1))
}

/** Returns the check of a regular expression; undefined when runs have none for it. */
function checkOfPattern(context: string, pattern: string): Check | undefined {
  const read = readable(context)
  if (!read) return undefined
  if (read.kind !== 'status') return { kind: read.kind, path: pathOf(read), compare: 'matches', value: pattern }
  const [, status] = /^\^?(\d{3})\$?$/.exec(pattern) ?? []
  return status === undefined ? undefined : { kind: 'status', path: '', compare: 'equals', value: status }
}

/** Returns the check of a JSONPath, such as `$.items[0].id` or `$.count > 0`; undefined for filters and functions. */
function checkOfPath(context: string, condition: string): Check | undefined {
  if (parseExpression(context)?.kind !== 'body') return undefined
  const [, path = '', operator, right = ''] = /^(\$[^\s<>=!?@()]*)\s*(?:(==|!=|<|>)\s*(.*))?$/s.exec(condition) ?? []
  if (
    path === '' ||
    parseValuePath(path) === undefined ||
    pathOf(parseExpression(context) ?? { kind: 'status' }) !== ''
  )
    return undefined
  if (operator === undefined) return { kind: 'body', path, compare: 'exists', value: '' }
  const value = literalValue(right.trim())
  const compare = Object.entries(operators).find(([, sign]) => sign === operator)?.[0] as Check['compare']
  return value === undefined ? undefined : { kind: 'body', path, compare, value }
}

/**
 * Returns the checks of a criterion, their values with expressions as they are; undefined for one that runs cannot
 * evaluate. Source: Arazzo 1.0.1, Criterion Object.
 */
export function readCriterion(criterion: UnknownObject): Check[] | undefined {
  const condition = toText(criterion['condition']).trim()
  const given = criterion['type']
  const type = typeof given === 'object' && given !== null ? toText((given as UnknownObject)['type']) : toText(given)
  const context = toText(criterion['context']).trim()
  if (type === 'regex' || type === 'jsonpath') {
    const check = type === 'regex' ? checkOfPattern(context, condition) : checkOfPath(context, condition)
    return check && [check]
  }
  if (type !== '' && type !== 'simple') return undefined
  const checks = termsOf(condition)?.map((term) => {
    const parsed = parseTerm(term)
    return parsed && checkOf(parsed)
  })
  return checks?.every((check) => check !== undefined) ? checks : undefined
}
