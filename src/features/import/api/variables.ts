import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { variableName } from '#shared/contract/api-call-rules.ts'
import { cleanTitle, cutTitle } from '../text.ts'
import type { ApiWriter } from './api-pages.ts'

/** A variable of an environment in a file. */
export interface FoundVariable {
  name: string
  value: unknown
  isSecret: boolean
}

/** Names of variables that nearly always hold credentials: their values never leave the file. */
const secretName = /(?:^|[_.-])(?:password|passwd|pwd|secret|token|apikey|api[_-]key|private[_-]key)(?:$|[_.-])/i

/** The limits of an environment, as in the contract. */
const nameLength = 60
const variablesMost = 100

/** Adds an environment to the plan. Values of secret variables are not taken over: each user enters their own. */
export function addVariables(out: ApiWriter, env_name: string, found: readonly FoundVariable[]): void {
  const names = new Set<string>()
  const variables = found.flatMap(({ name, value, isSecret }) => {
    if (!variableName.test(name) || names.has(name)) return []
    names.add(name)
    const is_secret = isSecret || secretName.test(name)
    return [{ name, value: is_secret ? '' : toDisplayText(value ?? '').slice(0, 2000), is_secret }]
  })
  if (variables.length > 0)
    out.addEnvironment({
      env_name: cutTitle(cleanTitle(env_name), nameLength) || 'API',
      variables: variables.slice(0, variablesMost),
    })
}

/** Returns the variables of an object of values; nested objects as dotted names. */
export function flatVariables(data: unknown, prefix = ''): FoundVariable[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return []
  return Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flatVariables(value, `${prefix}${key}.`)
      : [{ name: prefix + key, value, isSecret: false }],
  )
}
