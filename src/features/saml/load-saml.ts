import type { SAML } from '@node-saml/node-saml'
import type { IdpMetadata } from './metadata.ts'
import type { SamlSettings } from './settings.ts'

/** How this site is known to an identity provider. */
export interface SiteAddresses {
  entityId: string
  callback: string
}

/** Returns the addresses of this site, by the one that takes answers. */
export const siteAddresses = ({ entityId }: Pick<SamlSettings, 'entityId'>, callback: string): SiteAddresses => ({
  entityId: entityId || callback.replace(/\/callback$/, '/metadata'),
  callback,
})

/**
 * Returns node-saml for one message, which is loaded with the first.
 *
 * @param requestId the ID of our own message, or of the one that an answer must be to; undefined for none
 */
export async function loadSaml(
  settings: SamlSettings,
  idp: IdpMetadata,
  { entityId, callback }: SiteAddresses,
  requestId: string | undefined,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    callbackUrl: callback,
    entryPoint: idp.signOn,
    logoutUrl: idp.signOut,
    issuer: entityId,
    audience: entityId,
    idpIssuer: idp.entityId,
    idpCert: [...idp.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    identifierFormat: settings.nameFormat ?? null,
    ...(settings.isSigned && { privateKey: settings.key, publicCert: settings.certificate }),
    ...(settings.key !== '' && { decryptionPvk: settings.key }),
    // our own check of the times says which clock differs
    acceptedClockSkewMs: -1,
    skipRequestCompression: false,
    validateInResponseTo: requestId === undefined ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
    // requests are stored with the sign-in that has begun
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}
