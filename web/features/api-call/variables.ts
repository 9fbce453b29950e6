import { variablePattern } from '#contract/api-call-rules.ts'

/** What the names of an environment stand for. */
export interface Variables {
  values: ReadonlyMap<string, string>
  /** Names whose values the server alone knows. */
  secrets: ReadonlySet<string>
}

/** No environment. */
export const noVariables: Variables = { values: new Map(), secrets: new Set() }

/** Every name of a variable in a text, once. */
export const getVariableNames = (text: string): string[] => [
  ...new Set([...text.matchAll(variablePattern)].map(([, name = '']) => name)),
]

/** A text with its variables filled in; names of secrets, and of nothing, stay. */
export const fillVariables = (
  text: string,
  { values }: Variables,
  escape: (value: string) => string = (value) => value,
) =>
  text.replaceAll(variablePattern, (whole: string, name: string) => {
    const value = values.get(name)
    return value === undefined ? whole : escape(value)
  })

/** The names in a text that no variable has. */
export const findUnknownVariables = (text: string, { values, secrets }: Variables): string[] =>
  getVariableNames(text).filter((name) => !values.has(name) && !secrets.has(name))

/** A text as a part of an address, except for `{{name}}`, which the server will fill in. */
export function encodeAroundVariables(text: string): string {
  let at = 0
  let made = ''
  for (const found of text.matchAll(variablePattern)) {
    made += encodeURIComponent(text.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return made + encodeURIComponent(text.slice(at))
}

/** What is being typed of a name at the end of a text; undefined when no `{{` is open. */
export const getOpenVariable = (text: string): string | undefined => /\{\{\s*([\p{L}\p{N}_.-]*)$/u.exec(text)?.[1]

/** A text with the open `{{` at its end completed to a name. */
export const completeVariable = (text: string, name: string): string =>
  text.replace(/\{\{\s*[\p{L}\p{N}_.-]*$/u, `{{${name}}}`)
