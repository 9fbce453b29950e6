import type { contract } from '#shared/contract/index.ts'
import { getSettingSource } from '#src/core/config.ts'
import { errorNameOf, type MessageValues } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { addToken, confirmToken, isHeld, removeToken } from './client.ts'
import { countDecided, listScimCalls, listScimTokens } from './queries.ts'

/** The endpoints for the systems that create accounts by SCIM. */
export const adminScim: Handlers<typeof contract.adminScim> = {
  async status({ app }) {
    const tokens = await listScimTokens(app.db)
    return {
      tokens: tokens.map((token) => ({
        ...token,
        username: token.username ?? '',
        is_held: isHeld(token),
        from_start: token.is_from_start ? getSettingSource(app.config, 'scim_tokens').source_name : '',
      })),
      ...(await countDecided(app.db)),
    }
  },

  async addToken({ app, user, input, request }) {
    return { token: await addToken(app, actorOf(user, request), input.name) }
  },

  async removeToken({ app, user, input, request }) {
    await removeToken(app, actorOf(user, request), input.id)
    return []
  },

  async confirmToken({ app, user, input, request }) {
    await confirmToken(app, actorOf(user, request), input.id)
    return []
  },

  async calls({ app, input, request }) {
    const calls = await listScimCalls(app.db, input.failed === true)
    return calls.map(({ error_name, error_values, ...call }) => ({
      ...call,
      error_message:
        error_name === ''
          ? ''
          : errorText(request.lang, errorNameOf(error_name), JSON.parse(error_values || '{}') as MessageValues),
    }))
  },
}
