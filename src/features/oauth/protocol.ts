import type { ProviderProtocol } from '#src/features/sign-in-provider/index.ts'
import { providerFailure } from './client.ts'
import { beginService, finishService, services } from './services.ts'
import { missingOauthField, oauthAuthority, parseOauthSettings } from './settings.ts'
import { beginStandard, endSessionUrl, finishStandard } from './standard.ts'
import { testOauth } from './test-provider.ts'

/** Sign-in with OAuth2, OpenID Connect, and services that are like it. */
export const oauthProtocol: ProviderProtocol = {
  authorityOf: oauthAuthority,
  missingField: missingOauthField,

  async begin(app, { form }, callback) {
    const settings = parseOauthSettings(form)
    const service = services[settings.service]
    try {
      return await (service ? beginService(service, settings, callback) : beginStandard(app, settings, callback))
    } catch (error) {
      throw providerFailure(error)
    }
  },

  async finish(app, { form }, answer, secrets) {
    const settings = parseOauthSettings(form)
    const authority = oauthAuthority(form)
    const service = services[settings.service]
    return service
      ? finishService(app, service, settings, { authority, answer, secrets })
      : finishStandard(app, settings, authority, { answer, secrets })
  },

  async signOutUrl(app, { form }, at) {
    const settings = parseOauthSettings(form)
    return settings.signOutAddress || (await endSessionUrl(app, settings, at))
  },

  test: testOauth,
}
