import { createHash } from 'node:crypto'
import type { App } from '#src/core/app.ts'
import { sendToProvider } from '#src/features/oauth/index.ts'
import { type ProviderApp, ProviderError } from '#src/features/sign-in-provider/index.ts'
import { type IdpMetadata, parseMetadata } from './metadata.ts'
import type { SamlSettings } from './settings.ts'

// How long metadata is used without asking again, and how long at most when its address does not answer.
const freshMs = 10 * 60_000
const staleMs = 24 * 3600_000
const rememberedMost = 100

type Known = Map<string, { at: number; metadata: IdpMetadata }>
const knownBy = new WeakMap<App['config'], Known>()

/** What metadata is read from. */
export type SamlApp = Pick<ProviderApp, 'config' | 'log'>

const cacheKey = ({ metadataUrl, ca, manual }: SamlSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([metadataUrl, ca, manual.entityId]))
    .digest('hex')

/** Reads the metadata at its address. @throws {ProviderError} */
export async function fetchMetadata(app: SamlApp, settings: SamlSettings): Promise<IdpMetadata> {
  const { metadataUrl } = settings
  const { status, text } = await sendToProvider(app, settings, metadataUrl, {
    headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml', 'User-Agent': 'Docstead' },
  })
  if (status !== 200) throw new ProviderError('rejected', `HTTP ${status}`, new URL(metadataUrl).host)
  const metadata = parseMetadata(text, settings.manual.entityId)
  const known: Known = knownBy.get(app.config) ?? new Map()
  knownBy.set(app.config, known)
  if (known.size >= rememberedMost) known.clear()
  known.set(cacheKey(settings), { at: performance.now(), metadata })
  return metadata
}

async function readMetadata(app: SamlApp, settings: SamlSettings): Promise<IdpMetadata | undefined> {
  if (settings.metadataUrl === '') {
    return settings.metadata === '' ? undefined : parseMetadata(settings.metadata, settings.manual.entityId)
  }
  const last = knownBy.get(app.config)?.get(cacheKey(settings))
  const age = last ? performance.now() - last.at : Number.POSITIVE_INFINITY
  if (last && age < freshMs) return last.metadata
  try {
    return await fetchMetadata(app, settings)
  } catch (error) {
    if (!last || age > staleMs) throw error
    app.log.warn({ err: error }, 'the metadata of an identity provider could not be read again')
    return last.metadata
  }
}

/**
 * Returns what is known about an identity provider: what is set by hand comes before what its metadata says.
 *
 * @throws {ProviderError}
 */
export async function idpOf(app: SamlApp, settings: SamlSettings): Promise<IdpMetadata> {
  const { manual } = settings
  const metadata = await readMetadata(app, settings)
  const certificates = manual.certificates.length > 0 ? manual.certificates : (metadata?.certificates ?? [])
  if (certificates.length === 0)
    throw new ProviderError('rejected', 'the identity provider has no certificate to sign with')
  return {
    entityId: manual.entityId || (metadata?.entityId ?? ''),
    signOn: manual.signOn || (metadata?.signOn ?? ''),
    signOut: manual.signOut || (metadata?.signOut ?? ''),
    certificates,
  }
}
