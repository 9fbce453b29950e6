import type { z } from 'zod'
import type { CallRequest } from '#shared/contract/api-call.ts'
import { variablePattern } from '#shared/contract/api-call-rules.ts'
import type { RunStep } from '#shared/contract/api-run.ts'
import { fail } from '#src/core/errors.ts'

type Step = z.output<typeof RunStep>

/** The variables that a step may use. */
export interface Scope {
  base_url: string
  /** Values of the environment and the inputs of the run, which its editors have written. */
  given: ReadonlyMap<string, string>
  /** Values that earlier steps have taken from responses: they are data, and are escaped wherever they go. */
  taken: ReadonlyMap<string, string>
  /** Names whose values `performCall` fills in. */
  secrets: ReadonlySet<string>
}

// A short name may insert a long value many times: the request stops growing at this many characters.
const mostCharacters = 6_000_000

/** Fills the variables of one step in, and notes what has no value. */
export class Filler {
  readonly #scope: Scope
  readonly #missing = new Set<string>()
  #room = mostCharacters

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /**
   * Fills variables in, each once: what a value contains is not filled in again.
   *
   * @param escape escapes a value that came from a response
   * @param escapeGiven escapes a value that an editor has written
   * @throws {AppError} runOutputBad for a value from a response that would be filled in itself
   */
  fill(text: string, escape = same, escapeGiven = escape): string {
    const { given, taken, secrets } = this.#scope
    return text.replaceAll(variablePattern, (whole, name: string) => {
      const found = taken.get(name)
      // a server must not make another one receive a secret by naming it in its response
      if (found !== undefined && found.search(variablePattern) >= 0) fail('runOutputBad', { name })
      const value = found === undefined ? given.get(name) : found
      if (value === undefined) {
        if (!secrets.has(name)) this.#missing.add(name)
        return whole
      }
      const escaped = (found === undefined ? escapeGiven : escape)(value)
      this.#room -= escaped.length
      return this.#room < 0 ? fail('apiCallTooLarge', { mb: mostCharacters / 1e6 }) : escaped
    })
  }

  /** @throws {AppError} runVariableMissing when a text had a variable without a value */
  requireAll(): void {
    if (this.#missing.size === 0) return
    fail('runVariableMissing', { names: [...this.#missing].map((name) => `{{${name}}}`).join(' ') })
  }
}

const same = (value: string): string => value
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

const isJson = ({ headers, body }: Step): boolean => {
  const type = headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')?.value.toLowerCase()
  return type === undefined ? /^\s*[[{]/.test(body.text) : type.includes('json')
}

/** Fills a JSON text: escaped inside strings, as it is outside of them, so that a number stays one. */
const filledJson = (filler: Filler, text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\{\{[^{}"]{1,80}\}\}/g, (part) =>
    part.startsWith('"')
      ? filler.fill(part, inJson)
      : // outside of strings only a plain JSON value is data
        filler.fill(part, (value) => (plainJson.test(value) ? value : JSON.stringify(value)), same),
  )

const plainJson = /^(?:-?\d{1,30}(?:\.\d{1,30})?|true|false|null)$/

/**
 * Returns the request of a step with its variables filled in, except for secret ones.
 *
 * @throws {AppError} runVariableMissing, runOutputBad, apiCallTooLarge
 */
export function requestOf(step: Step, scope: Scope): z.output<typeof CallRequest> {
  const filler = new Filler(scope)
  const address = filler.fill(step.url.trim(), encodeURIComponent, same)
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `${scope.base_url}/${address.replace(/^\/+/, '')}`
  const headers = step.headers
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }) => ({ name, value: filler.fill(value, oneLine) }))
  const { kind, text, rows } = step.body
  const isJsonBody = kind === 'text' && isJson(step)
  if (isJsonBody && !headers.some(({ name }) => name.trim().toLowerCase() === 'content-type'))
    headers.push({ name: 'Content-Type', value: 'application/json' })
  const body = {
    kind,
    text: kind !== 'text' ? '' : isJsonBody ? filledJson(filler, text) : filler.fill(text),
    rows:
      kind === 'none' || kind === 'text'
        ? []
        : rows.map(({ name, value }) => ({ name, value: filler.fill(value), is_file: false, file_name: '', type: '' })),
  }
  filler.requireAll()
  return { method: step.method, url, headers, body, follow: true }
}

const oneLine = (value: string): string => value.replaceAll(/[\r\n]+/g, ' ')
