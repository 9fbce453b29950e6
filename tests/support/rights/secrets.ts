import { passwordMask } from '#shared/contract/item.ts'
import type { Answer } from './send.ts'
import type { World } from './world.ts'

// A setting, a rule, a variable's kind, and the cookies that an API's readers must send: no password.
const harmless = new Set(['strong_password_enabled', 'is_private', 'is_secret', 'cookies', 'needs_password'])
// The calls whose purpose is to show a key.
const showsKey = new Set(['item/getKey', 'item/resetKey', 'tools/scriptWithKey'])
const showsSecret = new Set([
  'adminSetting/getLoginSecretKey',
  'adminSetting/resetLoginSecretKey',
  // once, when the server has just created it
  'webhook/save',
  'adminWebhook/save',
])

function badKeys(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isSecret = /passw|salt|hash|secret|cookie/i.test(name) && !harmless.has(name) && !showsSecret.has(path)
    const isTold = isSecret && inner !== '' && inner !== passwordMask
    return [...(isTold ? [`${name} in the answer`] : []), ...badKeys(inner, path)]
  })
}

/** The secrets in a response that nobody may read back: passwords, their hashes, tokens, keys. */
export function secretsIn(path: string, { text, json }: Answer, world: World): string[] {
  const people = [...Object.values(world.people), world.mine.friend, world.mine.spare, world.other.owner]
  const { api_token } = world.mine.key
  return [
    ...badKeys(json, path),
    ...(/\$argon2|\$2[aby]\$/.test(text) ? ['the hash of a password'] : []),
    ...(text.includes('qsecret') ? ['a secret setting'] : []),
    ...(people.some(({ token }) => text.includes(token)) ? ['a token'] : []),
    // A user's own sessions are identified by it; it grants no access.
    ...(path !== 'user/sessionList' && people.some(({ session }) => text.includes(session))
      ? ['the hash of a token']
      : []),
    ...(!showsKey.has(path) && text.includes(api_token) ? ['the key of an item'] : []),
  ]
}
