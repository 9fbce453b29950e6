import { variablePattern } from '#shared/contract/api-call-rules.ts'

/** The variables of an environment. */
export interface Variables {
  values: ReadonlyMap<string, string>
  /** Names whose values only the server knows. */
  secrets: ReadonlySet<string>
}

/** No environment. */
export const noVariables: Variables = { values: new Map(), secrets: new Set() }

/** Returns the distinct variable names in a text. */
export const getVariableNames = (text: string): string[] => [
  ...new Set([...text.matchAll(variablePattern)].map(([, name = '']) => name)),
]

/** Fills in the variables of a text; secret and unknown names stay. */
export const fillVariables = (
  text: string,
  { values }: Variables,
  escape: (value: string) => string = (value) => value,
) =>
  text.replaceAll(variablePattern, (whole: string, name: string) => {
    const value = values.get(name)
    return value === undefined ? whole : escape(value)
  })

/** Returns the unknown variable names in a text. */
export const findUnknownVariables = (text: string, { values, secrets }: Variables): string[] =>
  getVariableNames(text).filter((name) => !values.has(name) && !secrets.has(name))

/** URL-encodes a text except for `{{name}}`, which the server will fill in. */
export function encodeAroundVariables(text: string): string {
  let at = 0
  let made = ''
  for (const found of text.matchAll(variablePattern)) {
    made += encodeURIComponent(text.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return made + encodeURIComponent(text.slice(at))
}

/** Returns the partial variable name at the end of a text; undefined when no `{{` is open. */
export const getOpenVariable = (text: string): string | undefined => /\{\{\s*([\p{L}\p{N}_.-]*)$/u.exec(text)?.[1]

/** Completes the open `{{` at the end of a text with a name. */
export const completeVariable = (text: string, name: string): string =>
  text.replace(/\{\{\s*[\p{L}\p{N}_.-]*$/u, `{{${name}}}`)
