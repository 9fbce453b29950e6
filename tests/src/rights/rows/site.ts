import { createHash } from 'node:crypto'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { recoveryCodeHash } from '#src/features/two-step/recovery-codes.ts'
import { fromBase32, stepSeconds, totpCode } from '#src/features/two-step/totp.ts'
import { admins, everyone, nobody, type Rows, signedIn } from '#tests/support/rights/row.ts'
import { type At, ownPassword } from '#tests/support/rights/world.ts'

const newName = ({ nth }: At) => `newcomer${nth}`

const none = () => ({})

const passkeyAnswer = JSON.stringify({
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'e30' },
  clientExtensionResults: {},
})

const writeTotp = ({ app, me }: Pick<At, 'app' | 'me'>, secret: string, enabled_time: number) =>
  app.rows.sqlite
    .prepare('INSERT OR REPLACE INTO user_totp (uid, secret, enabled_time, addtime) VALUES (?, ?, ?, unixepoch())')
    .run(me.uid, secret, enabled_time)

// The same for each call of a person: fields that differ would be taken for fields that name a place.
const totpKey = 'A'.repeat(32)

/** Gives the caller a second step, and returns a code that passes it. */
const recoveryCode = ({ app, me }: At): string => {
  const code = String(me.uid)
    .replaceAll(/[0189]/g, 'x')
    .padStart(16, 'a')
  writeTotp({ app, me }, totpKey, 1)
  app.rows.sqlite.prepare('DELETE FROM recovery_code WHERE uid = ?').run(me.uid)
  app.rows.insert('recovery_code', { uid: me.uid, code_hash: recoveryCodeHash(code) })
  return code
}

const login = {
  allow: everyone,
  isSecret: true,
  writes: ['user_token', 'user'] as const,
  fields: ({ me }: At) => ({ username: me.username, password: ownPassword }),
} as const

const register = {
  allow: everyone,
  writes: ['user', 'user_token'] as const,
  fields: (at: At) => ({ username: newName(at), password: ownPassword, confirm_password: ownPassword }),
}

/** The site itself, accounts and sessions. */
export const site: Rows = {
  // An administrator exists already.
  'setup/check': { allow: nobody, fields: (at) => ({ setup_code: at.app.app.setupCode.make() }) },
  'setup/create': {
    allow: nobody,
    fields: (at) => ({ setup_code: at.app.app.setupCode.make(), username: newName(at), password: ownPassword }),
  },
  'common/homePageSetting': { allow: everyone, fields: none },
  'common/createCaptcha': { allow: everyone, writes: ['captcha'], fields: none },
  'common/showCaptcha': { allow: everyone, fields: ({ captcha }) => ({ captcha_id: captcha }) },
  'common/captchaQuestion': {
    allow: everyone,
    writes: ['captcha'],
    fields: ({ captcha }) => ({ captcha_id: captcha }),
  },
  'common/qrcode': { allow: everyone, fields: () => ({ url: 'http://docs.example/1' }) },
  'common/version': { allow: everyone, fields: none },
  'help/api': { allow: everyone, fields: none },
  // No AI service is configured.
  'ai/create': { allow: nobody, fields: () => ({ content: 'Write!' }) },
  'ScriptCron/run': { allow: everyone, fields: none },

  'user/info': { allow: signedIn, fields: none },
  'user/loginByVerify': login,
  'user/login': login,
  'user/loginByToken': { allow: signedIn, writes: ['user_token'], fields: none },
  'user/registerByVerify': register,
  'user/register': register,
  'user/oauthInfo': { allow: everyone, fields: none },
  'user/updateInfo': { allow: signedIn, writes: ['user'], fields: (at) => ({ name: newName(at) }) },
  'user/resetPassword': {
    allow: signedIn,
    writes: ['user', 'user_token'],
    fields: () => ({ password: ownPassword, new_password: 'another good one 2' }),
  },
  'user/logout': {
    allow: everyone,
    writes: (role) => (role === 'visitor' ? [] : ['user_token']),
    fields: none,
  },
  'user/allUser': { allow: signedIn, fields: none },
  'user/sessionList': { allow: signedIn, fields: none },
  'user/tokenAdd': {
    allow: signedIn,
    writes: ['user_token'],
    fields: () => ({ name: 'Build server', days: 30, password: ownPassword }),
  },
  'user/sessionDelete': [
    { allow: signedIn, writes: ['user_token'], fields: ({ me }) => ({ id: me.session }) },
    { about: 'all others', allow: signedIn, writes: ['user_token'], fields: () => ({ others: 1 }) },
  ],

  'twoStep/state': { allow: signedIn, fields: none },
  'twoStep/startApp': { allow: signedIn, writes: ['user_totp'], fields: () => ({ password: ownPassword }) },
  'twoStep/enableApp': {
    prepares: true,
    allow: signedIn,
    writes: ['user_totp', 'recovery_code'],
    fields(at) {
      writeTotp(at, totpKey, 0)
      return { code: totpCode(fromBase32(totpKey), Math.floor(Date.now() / 1000 / stepSeconds)) }
    },
  },
  'twoStep/disableApp': {
    prepares: true,
    allow: signedIn,
    writes: ['user_totp'],
    fields: (at) => ({ password: ownPassword, code: recoveryCode(at) }),
  },
  'twoStep/makeRecoveryCodes': {
    prepares: true,
    allow: signedIn,
    writes: ['recovery_code'],
    fields: (at) => ({ password: ownPassword, code: recoveryCode(at) }),
  },
  'twoStep/signIn': {
    prepares: true,
    allow: everyone,
    isSecret: true,
    writes: ['user_token', 'sign_in_ticket', 'recovery_code'],
    fields(at) {
      const code = recoveryCode(at)
      const ticket = newSecret()
      const expire_time = Math.floor(Date.now() / 1000) + 60
      const row = { ticket_hash: hashSecret(ticket), uid: at.me.uid, action: 'login', way: 'password', expire_time }
      at.app.rows.insert('sign_in_ticket', row)
      return { ticket, code }
    },
  },

  // No public address is configured, which passkeys need.
  'twoStep/passkeyOptions': { allow: nobody, fields: () => ({ password: ownPassword }) },
  'twoStep/addPasskey': { allow: nobody, fields: () => ({ name: 'Key', response: passkeyAnswer }) },
  'twoStep/removePasskey': {
    prepares: true,
    allow: signedIn,
    writes: ['user_passkey', 'recovery_code'],
    fields(at) {
      const { app, me } = at
      app.rows.sqlite
        .prepare('INSERT OR REPLACE INTO user_passkey VALUES (?, ?, ?, ?, 0, ?, ?, 1, 0)')
        .run(me.uid, `key of ${me.uid}`, me.uid, Buffer.alloc(1), '', 'Key')
      return { password: ownPassword, code: recoveryCode(at), passkey_id: me.uid }
    },
  },
  'twoStep/confirmOptions': { allow: nobody, fields: none },
  'twoStep/signInWays': { allow: everyone, fields: none },
  'twoStep/signInOptions': { allow: nobody, fields: none },
  'twoStep/signInByPasskey': { allow: nobody, fields: () => ({ response: passkeyAnswer }) },

  'ExtLogin/bySecretKey': {
    allow: everyone,
    writes: ['user', 'user_token'],
    fields(at) {
      const username = newName(at)
      const time = String(Math.floor(Date.now() / 1000))
      const { option_value } = at.app.rows.all('options').find((row) => row.option_name === 'login_secret_key') ?? {}
      return { username, time, token: createHash('md5').update(`${username}${option_value}${time}`).digest('hex') }
    },
  },
  // No external sign-in service is configured.
  'ExtLogin/oauth2': { allow: nobody, fields: none },
  // These lead to the sign-in screen, which says why. What a provider changes: sign-in/provider.test.ts.
  'ExtLogin/begin': { allow: everyone, fields: () => ({ provider_id: 'none' }) },
  'ExtLogin/finish': { allow: everyone, fields: () => ({ provider_id: 'none', state: 'none', code: 'none' }) },
  'ExtLogin/samlMetadata': { allow: nobody, fields: () => ({ provider_id: 'none' }) },
  'ExtLogin/samlLogout': { allow: everyone, fields: () => ({ provider_id: 'none' }) },
  'ExtLogin/failure': { allow: everyone, fields: () => ({ id: 'none' }) },
  'ExtLogin/identityList': { allow: signedIn, fields: none },
  'ExtLogin/link': { allow: nobody, fields: () => ({ provider_id: 'none', password: ownPassword }) },
  'ExtLogin/unlink': { allow: signedIn, writes: [], fields: () => ({ provider_id: 'none', password: ownPassword }) },

  'adminUpdate/checkUpdate': { allow: admins, fields: none },
  'adminUpdate/state': { allow: admins, fields: none },
  // No update address is configured, and the tests run from the sources.
  'adminUpdate/download': { allow: nobody, fields: () => ({ new_version: '9.9.9' }) },
  'adminUpdate/updateFiles': { allow: nobody, fields: none },
  'adminUpdate/upload': { allow: nobody, fields: () => ({ file: new File(['no update'], 'x.docstead-update') }) },
  'update/checkDb': { allow: admins, fields: none },
}
