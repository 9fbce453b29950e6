import { isJsonType, type MediaPart, type ResponsePart, responsesOf } from '#shared/api-doc/schema/operation-parts.ts'
import type { SchemaFile } from '#shared/api-doc/schema/resolve.ts'
import { sampleOf } from '#shared/api-doc/schema/sample.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fail } from '#src/core/errors.ts'
import type { MockPreferences } from './preferences.ts'

/** The response of a schema before it is written. */
interface ChosenResponse {
  status: number
  /** The documented media type; empty when there is no body. */
  type: string
  value: unknown
}

const numberOf = (status: string): number => {
  if (/^[1-5]\d\d$/.test(status)) return Number(status)
  return /^[1-5]XX$/i.test(status) ? Number(status[0]) * 100 : 200
}

const rank = ({ status }: ResponsePart): number => {
  if (status === '200') return 0
  if (/^2\d\d$/.test(status)) return Number(status)
  if (/^2XX$/i.test(status)) return 300
  return status === 'default' ? 301 : 1_000 + numberOf(status)
}

/** @throws {AppError} mockNoStatus */
function chooseStatus(responses: readonly ResponsePart[], code: string): { status: number; part?: ResponsePart } {
  if (code === '') {
    const [first] = responses.toSorted((one, other) => rank(one) - rank(other))
    return first ? { status: numberOf(first.status), part: first } : { status: 200 }
  }
  const list = responses.map(({ status }) => status).join(', ') || '–'
  if (!/^[1-5]\d\d$/.test(code)) return fail('mockNoStatus', { status: code.slice(0, 20), list })
  const wanted = [code, `${code[0]}XX`, 'default']
  const part = wanted
    .map((name) => responses.find(({ status }) => status.toUpperCase() === name.toUpperCase()))
    .find((one) => one !== undefined)
  return part ? { status: Number(code), part } : fail('mockNoStatus', { status: code, list })
}

/** Returns the media type that a client accepts, else the first of JSON. */
function chooseMedia(media: readonly MediaPart[], accept: string): MediaPart | undefined {
  const wanted = accept
    .slice(0, 1_000)
    .split(',')
    .map((one) => one.split(';', 1)[0]?.trim().toLowerCase())
  const named = media.find(({ type }) => wanted.includes(type.split(';', 1)[0]?.trim().toLowerCase()))
  return named ?? media.find(({ type }) => isJsonType(type)) ?? media[0]
}

/**
 * Chooses the response of an operation: an example, or a value of the schema.
 *
 * @param seed the number that values follow from when they are to differ
 * @throws {AppError} mockNoStatus, mockNoExample
 */
export function chooseResponse(
  { operation, file }: { operation: UnknownObject; file: SchemaFile },
  preferences: MockPreferences,
  { accept, seed }: { accept: string; seed: number },
): ChosenResponse {
  const responses = responsesOf(operation, file)
  const { status, part } = chooseStatus(responses, preferences.code)
  const isEmpty = status < 200 || status === 204 || status === 205 || status === 304
  const media = part && !isEmpty ? chooseMedia(part.media, accept) : undefined
  const { example } = preferences
  if (example !== '') {
    const all = part?.media ?? []
    const found = [...(media ? [media] : []), ...all]
      .flatMap(({ type, examples }) => examples.map((one) => ({ ...one, type })))
      .find(({ name }) => name === example)
    if (found) return { status, type: found.type, value: found.value }
    const names = new Set(all.flatMap(({ examples }) => examples.map(({ name }) => name).filter(Boolean)))
    return fail('mockNoExample', { name: example.slice(0, 100), list: [...names].join(', ').slice(0, 500) || '–' })
  }
  // a page that documents no body answers with an empty object, as an empty template does
  if (!media) return { status, type: isEmpty || responses.length > 0 ? '' : 'application/json', value: {} }
  const isDynamic = preferences.isDynamic || preferences.seed !== undefined
  const [first] = media.examples
  if (first && !(isDynamic && media.schema !== undefined)) return { status, type: media.type, value: first.value }
  const options = { direction: 'response', ...(isDynamic && { seed: preferences.seed ?? seed }) } as const
  const value = media.schema === undefined ? (isJsonType(media.type) ? {} : '') : sampleOf(media.schema, file, options)
  return { status, type: media.type, value }
}
