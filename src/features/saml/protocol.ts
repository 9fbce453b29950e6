import { randomBytes } from 'node:crypto'
import { hashSecret } from '#src/core/secrets.ts'
import type { OutsidePerson, ProviderProtocol } from '#src/features/sign-in-provider/index.ts'
import { ProviderError } from '#src/features/sign-in-provider/index.ts'
import { idpOf } from './idp.ts'
import { loadSaml, siteAddresses } from './load-saml.ts'
import { signOutRequestUrl } from './logout.ts'
import { rejectAnswer } from './message-structure.ts'
import { personOf } from './person.ts'
import { missingSamlField, parseSamlSettings, samlAuthority } from './settings.ts'
import { testSaml } from './test-provider.ts'
import { type VerifyContext, verifyAnswer } from './verify.ts'

/** Sign-in with SAML 2.0. */
export const samlProtocol: ProviderProtocol = {
  authorityOf: samlAuthority,
  missingField: missingSamlField,

  async begin(app, { form }, callback) {
    const settings = parseSamlSettings(form)
    const idp = await idpOf(app, settings)
    if (idp.signOn === '') throw new ProviderError('rejected', 'the metadata has no address for sign-in by redirect')
    const requestId = `_${randomBytes(20).toString('hex')}`
    const saml = await loadSaml(settings, idp, siteAddresses(settings, callback), requestId)
    return { secrets: { requestId }, url: (state) => saml.getAuthorizeUrlAsync(state, undefined, {}) }
  },

  // The answer itself has come by POST, without cookies: what it says is stored with the sign-in that has begun. Its code
  // is known to the browser that brought it: who began must be who brought it.
  async finish(_app, _provider, answer, secrets) {
    const person = secrets['person'] ?? rejectAnswer('the browser came without an answer')
    const isBringer = hashSecret(answer['code'] ?? '').toString('hex') === secrets['codeHash']
    return isBringer ? (JSON.parse(person) as OutsidePerson) : rejectAnswer('another browser has brought the answer')
  },

  async signOutUrl(app, { form }, at) {
    const settings = parseSamlSettings(form)
    return settings.signOutAddress || (await signOutRequestUrl(app, settings, at))
  },

  test: testSaml,
}

/** A person for whom an identity provider has vouched, and the assertion that says so. */
export interface SamlAnswer {
  person: OutsidePerson
  assertionId: string
  /** Until when the assertion could be used again, in ms. */
  endsAt: number
}

/**
 * Verifies an answer that a browser has brought.
 *
 * @param requestId the ID of our request; undefined when the identity provider began
 * @throws {ProviderError}
 */
export async function takeSamlAnswer(
  app: Parameters<ProviderProtocol['begin']>[0],
  { form }: { form: Readonly<Record<string, string>> },
  { answer, callback, requestId }: { answer: string; callback: string } & Pick<VerifyContext, 'requestId'>,
): Promise<SamlAnswer> {
  const settings = parseSamlSettings(form)
  const idp = await idpOf(app, settings)
  const site = siteAddresses(settings, callback)
  const statement = await verifyAnswer(answer, { settings, idp, site, requestId, now: app.now() })
  const person = personOf(settings, samlAuthority(form), statement)
  return { person, assertionId: statement.id, endsAt: statement.endsAt }
}
