import { z } from 'zod'
import { fail } from '#src/core/errors.ts'
import type { Installation } from '#src/core/installation.ts'
import { schemaNumber } from '#src/db/engine.ts'
import { verifySignature } from './minisign.ts'

/** A version: three numbers. */
const Version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

/** The executable of a release for one platform. */
const ReleaseFile = z.object({
  /** System and processor in Node's terms: `linux-x64`. */
  platform: z.string().regex(/^[a-z0-9]+-[a-z0-9]+$/),
  /** Its name beside the manifest. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  /** In bytes. */
  size: z.int().min(1).max(1_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** What a release says about itself: `manifest.json`, which is signed. */
export const Manifest = z.object({
  format: z.literal(1),
  program: z.literal('docstead'),
  version: Version,
  commit: z.string().max(100),
  /** When its commit was made, ISO 8601. */
  date: z.iso.datetime({ offset: true }),
  /** The number of its database schema. */
  schema: z.int().min(1),
  /** The oldest schema that it can migrate. */
  least_schema: z.int().min(1),
  /** The oldest version that it can replace. */
  least_version: Version,
  /** What is new, in Markdown. */
  notes: z.string().max(20_000),
  files: z.array(ReleaseFile).min(1).max(20),
})

/** What a release says about itself. */
export type Manifest = z.output<typeof Manifest>

/** A release with a valid signature, and its executable for this platform. */
export interface Release {
  manifest: Manifest
  file: z.output<typeof ReleaseFile>
}

const parts = (version: string): number[] => version.split('.').map(Number)

/** Compares two versions: negative when `a` is older than `b`, 0 when both are the same. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)]
  return one.map((part, at) => part - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

// A clock may be a little slow, and time zones are sometimes set wrong.
const clockToleranceMs = 26 * 3600_000

/**
 * Reads a signed manifest.
 *
 * @throws {AppError} updateNoKey, updateUnsigned, updateOtherKey, updateDamaged; updateUnknownForm for a form of a later
 *   version; updateClock when it comes from the future
 */
export function readManifest(content: Buffer, signature: string, by: Installation, now: Date): Manifest {
  if (by.releaseKeys.length === 0) fail('updateNoKey')
  verifySignature(content, signature, by.releaseKeys)
  const parsed = Manifest.safeParse(parseJson(content))
  if (!parsed.success) return fail('updateUnknownForm')
  const { date } = parsed.data
  if (Date.parse(date) > now.getTime() + clockToleranceMs)
    fail('updateClock', { date: date.slice(0, 10), now: now.toISOString().slice(0, 10) })
  return parsed.data
}

/**
 * Chooses the executable for this platform from a release that may replace the running version.
 *
 * @throws {AppError} updateNotNewer, updateStepMissing, updateSchemaOld, updatePlatform
 */
export function chooseRelease(manifest: Manifest, by: Installation): Release {
  const { version, least_version, schema, least_schema, files } = manifest
  if (compareVersions(version, by.version) <= 0) fail('updateNotNewer', { version, installed: by.version })
  if (compareVersions(by.version, least_version) < 0)
    fail('updateStepMissing', { version, installed: by.version, least: least_version })
  if (schema < schemaNumber || least_schema > schemaNumber)
    fail('updateSchema', { version, schema, known: schemaNumber })
  const file = files.find(({ platform }) => platform === by.platform)
  return { manifest, file: file ?? fail('updatePlatform', { version, platform: by.platform }) }
}
