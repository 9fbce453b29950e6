import { toObject } from '#shared/api-doc/unknown-json.ts'
import { FetchStatusError, fetchFile } from '#src/core/fetch-file.ts'
import { OutboundError, type OutboundReason, type OutboundRules } from '#src/core/safe-fetch.ts'
import { ImportError } from '../import-error.ts'
import type { NoteReason } from '../plan-types.ts'
import { jsonLimits } from '../safe-json.ts'
import { type SourceFile, sourceFile } from './source-file.ts'

/** Why a file that a description refers to by its address could not be read. */
type RemoteFailure = Extract<NoteReason, `ref${string}`>

/** The files that a description refers to by their addresses, without fragments, as far as they could be read. */
export type RemoteFiles = ReadonlyMap<string, SourceFile | RemoteFailure>

/**
 * How much is fetched for one description. Source: ours; the largest public descriptions that are split over addresses
 * have two dozen files with 2 MB. The time is below that of the import's worker.
 */
const remoteLimits = {
  files: 50,
  fileBytes: 5 * 1024 * 1024,
  bytes: jsonLimits.bytes,
  /** From file to file. */
  depth: 10,
  totalMs: 15_000,
  silenceMs: 5_000,
  atOnce: 4,
} as const

/** Where a file is read from, and with which limits. */
export interface RemoteRules extends Pick<OutboundRules, 'allow' | 'resolve'> {
  limits?: Partial<typeof remoteLimits> | Partial<Record<keyof typeof remoteLimits, number>>
}

const isWebAddress = (ref: string): boolean => /^https?:\/\//i.test(ref)

/** Returns the address that a reference in a file leads to, without its fragment; undefined for none on the Web. */
export function remoteAddress(ref: string, from: string): string | undefined {
  const [place = ''] = ref.split('#', 1)
  const base = isWebAddress(from) ? from : undefined
  if (place === '' || (base === undefined && !isWebAddress(place))) return undefined
  if (!URL.canParse(place, base)) return undefined
  const url = new URL(place, base)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

const failures: Record<OutboundReason, RemoteFailure> = {
  badAddress: 'refRefused',
  notAllowed: 'refRefused',
  unreachable: 'refUnreachable',
  tooSlow: 'refUnreachable',
  tooLarge: 'refTooLarge',
  redirected: 'refUnreachable',
}

/** Calls `found` with every reference in a value. */
function eachRef(value: unknown, found: (ref: string) => void): void {
  if (Array.isArray(value)) for (const one of value) eachRef(one, found)
  const object = toObject(value)
  for (const [key, field] of Object.entries(object ?? {}))
    if (key === '$ref' && typeof field === 'string') found(field)
    else eachRef(field, found)
}

function addressesIn(value: unknown, from: string): string[] {
  const found = new Set<string>()
  eachRef(value, (ref) => {
    const address = remoteAddress(ref, from)
    if (address !== undefined && address !== from) found.add(address)
  })
  return [...found]
}

/** Whether a text may refer to an address, decided without parsing it. */
const mayRefer = (text: string): boolean => /\$ref["']?\s*:\s*["']?https?:/i.test(text)

/**
 * Fetches the files that descriptions refer to by their addresses, and those that these refer to, through the guard for
 * outgoing requests. Nothing here ends an import: what cannot be read is a failure of that address alone.
 *
 * @param rules undefined when no file is fetched
 */
export async function fetchRemoteFiles(
  files: readonly SourceFile[],
  rules: RemoteRules | undefined,
): Promise<RemoteFiles> {
  const remote = new Map<string, SourceFile | RemoteFailure>()
  const limits = { ...remoteLimits, ...rules?.limits }
  const deadline = performance.now() + limits.totalMs
  let bytesLeft = limits.bytes
  const valueOf = (file: SourceFile): unknown => {
    try {
      return file.value()
    } catch {
      return undefined // the import says what is wrong with its own files
    }
  }
  let waiting = [
    ...new Set(files.filter((file) => mayRefer(file.text())).flatMap((file) => addressesIn(valueOf(file), file.name))),
  ]
  if (!rules) return new Map(waiting.map((address) => [address, 'refRemote']))

  const read = async (address: string): Promise<SourceFile | RemoteFailure> => {
    const mostMs = deadline - performance.now()
    const mostBytes = Math.min(limits.fileBytes, bytesLeft)
    if (mostMs <= 0 || mostBytes <= 0) return 'refTooMany'
    const { username, password } = new URL(address)
    if (username !== '' || password !== '') return 'refRefused'
    try {
      const headers = { Accept: 'application/json, application/yaml, text/yaml, text/plain, */*;q=0.5' }
      const { bytes } = await fetchFile(
        { allow: rules.allow, ...(rules.resolve && { resolve: rules.resolve }) },
        address,
        { headers, mostBytes, mostMs, silenceMs: limits.silenceMs },
      )
      bytesLeft -= bytes.length
      const file = sourceFile(address, () => bytes)
      file.value()
      return file
    } catch (error) {
      if (error instanceof OutboundError) return failures[error.reason]
      if (error instanceof FetchStatusError) return 'refNotFound'
      if (error instanceof ImportError) return 'refUnreadable'
      throw error
    }
  }

  for (let depth = 0; waiting.length > 0; depth++) {
    const next = new Set<string>()
    const queue = waiting.values()
    const run = async () => {
      for (const address of queue) {
        const isTooMany = depth >= limits.depth || remote.size >= limits.files
        if (isTooMany) {
          remote.set(address, 'refTooMany')
          continue
        }
        // taken before it is there, so that files that are fetched at once are counted
        remote.set(address, 'refUnreachable')
        const file = await read(address)
        remote.set(address, file)
        if (typeof file !== 'string') for (const one of addressesIn(valueOf(file), address)) next.add(one)
      }
    }
    await Promise.all(Array.from({ length: limits.atOnce }, run))
    waiting = [...next].filter((address) => !remote.has(address))
  }
  return remote
}
