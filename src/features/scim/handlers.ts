import type { contract } from '#shared/contract/index.ts'
import { errorNameOf, type MessageValues } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { addToken, removeToken } from './client.ts'
import { countDecided, listScimCalls, listScimTokens } from './queries.ts'

/** The endpoints for the systems that create accounts by SCIM. */
export const adminScim: Handlers<typeof contract.adminScim> = {
  async status({ app }) {
    const tokens = await listScimTokens(app.db)
    return {
      tokens: tokens.map(({ username, ...token }) => ({ ...token, username: username ?? '' })),
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
