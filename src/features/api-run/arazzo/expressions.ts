import { variablePattern } from '#shared/contract/api-call-rules.ts'

/** What a runtime expression of Arazzo refers to, as far as runs know it. */
export type Expression =
  | { kind: 'status' }
  | { kind: 'header'; name: string }
  /** `path` is a JSON pointer; empty for the whole body. */
  | { kind: 'body'; path: string }
  | { kind: 'input'; name: string }
  | { kind: 'step'; step: string; output: string }
  | { kind: 'workflow'; workflow: string; output: string }

/**
 * Parses a runtime expression such as `$response.body#/data/id`; undefined for one that runs do not know. Source: Arazzo
 * 1.0.1, Runtime Expressions.
 */
export function parseExpression(text: string): Expression | undefined {
  if (text === '$statusCode') return { kind: 'status' }
  const [, header] = /^\$response\.header\.([!#$%&'*+.^_`|~\dA-Za-z-]{1,200})$/.exec(text) ?? []
  if (header !== undefined) return { kind: 'header', name: header }
  if (text === '$response.body' || text === '$response.body#') return { kind: 'body', path: '' }
  const [, pointer] = /^\$response\.body#(\/.*)$/s.exec(text) ?? []
  if (pointer !== undefined) return { kind: 'body', path: pointer }
  const [, input] = /^\$inputs\.([^{}\s#]+)$/.exec(text) ?? []
  if (input !== undefined) return { kind: 'input', name: input }
  const [, step, output] = /^\$steps\.([^.{}\s]+)\.outputs\.([^{}\s#]+)$/.exec(text) ?? []
  if (step !== undefined && output !== undefined) return { kind: 'step', step, output }
  const [, workflow, result] = /^\$workflows\.([^.{}\s]+)\.outputs\.([^{}\s#]+)$/.exec(text) ?? []
  return workflow !== undefined && result !== undefined ? { kind: 'workflow', workflow, output: result } : undefined
}

/** Whether a text is meant as a runtime expression. */
export const isExpressionLike = (text: string): boolean =>
  /^\$(?:url|method|statusCode|request|response|inputs|outputs|steps|workflows|sourceDescriptions|components)\b/.test(
    text,
  )

/** Returns a text with every expression in braces replaced, `Bearer {$inputs.token}`, or the whole of it. */
export function replaceExpressions(text: string, replace: (expression: string) => string): string {
  if (isExpressionLike(text) && !/\s/.test(text)) return replace(text)
  return text.replaceAll(/\{(\$[^{}]+)\}/g, (whole, expression: string) =>
    isExpressionLike(expression) ? replace(expression) : whole,
  )
}

/** Returns a text with its variables as expressions; one that is a single variable becomes an expression itself. */
export function toTemplate(text: string, expressionOf: (name: string) => string): string {
  const [only] = new RegExp(`^${variablePattern.source}$`, 'u').exec(text) ?? []
  const replaced = text.replaceAll(variablePattern, (_, name: string) =>
    only === undefined ? `{${expressionOf(name)}}` : expressionOf(name),
  )
  return replaced
}

/** URL-encodes a text except for its variables. */
export const encodeAround = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join('')

/** A value that steps refer to before it has its final name. */
interface Definition {
  wanted: string
  /** Where in the run it gets its value; negative for what a run begins with. */
  position: number
  /** Whether it must have the name that it wants: a variable of an environment. */
  isFixed: boolean
}

// Nobody writes this character; it marks a value that has no name yet.
const mark = '\u{E000}'
const marked = /\{\{\u{E000}(\d+)\}\}/gu

/**
 * Gives values of several steps the names of variables. A variable has one value at a time, the latest: two values share
 * a name only when every use means the latest one.
 */
export class ValueNames {
  readonly #definitions: Definition[] = []
  readonly #uses: { id: number; position: number }[] = []

  /** Adds a value and returns its id. */
  define(wanted: string, position: number, isFixed = false): number {
    const name = wanted.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').slice(0, 50) || 'value'
    return this.#definitions.push({ wanted: name, position, isFixed }) - 1
  }

  /** Whether a value exists at a position. */
  isBefore = (id: number, position: number): boolean => (this.#definitions[id]?.position ?? Infinity) < position

  /** Returns the text that stands for a value at a position. */
  use(id: number, position: number): string {
    this.#uses.push({ id, position })
    return `{{${mark}${id}}}`
  }

  /** Returns a text with the names of its values; JSON stays JSON. */
  name(text: string): string {
    const names = this.#names()
    return text.replaceAll(marked, (_, id: string) => `{{${names[Number(id)] ?? ''}}}`)
  }

  /** Returns the name of a value. */
  nameOf = (id: number): string => this.#names()[id] ?? ''

  #names(): string[] {
    const names = this.#definitions.map(({ wanted }) => wanted)
    const taken = new Set(names)
    const groups = Map.groupBy(this.#definitions.keys(), (id) => names[id] ?? '')
    for (const [wanted, ids] of groups) {
      if (ids.length < 2 || this.#canShare(ids)) continue
      const stays = ids.find((id) => this.#definitions[id]?.isFixed) ?? ids[0]
      for (const id of ids) {
        if (id === stays) continue
        let number = 2
        while (taken.has(`${wanted}_${number}`)) number += 1
        names[id] = `${wanted}_${number}`
        taken.add(`${wanted}_${number}`)
      }
    }
    return names
  }

  #canShare(ids: readonly number[]): boolean {
    const positions = ids.map((id) => this.#definitions[id]?.position ?? 0)
    return this.#uses.every(({ id, position }) => {
      const at = ids.indexOf(id)
      if (at < 0) return true
      const own = positions[at] ?? 0
      return positions.every((other, index) => index === at || other >= position || other < own)
    })
  }
}
