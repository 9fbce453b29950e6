import { admins, managers, nobody, type Rows, signedIn, teamManagers } from '#tests/support/rights/row.ts'
import { type At, ownPassword } from '#tests/support/rights/world.ts'

const none = () => ({})
const item = ({ side }: At) => ({ item_id: side.item })
const team = ({ side }: At) => ({ team_id: side.team })
const url = 'https://hooks.example.com/qhook'
// It would be informed of what the other calls do.
const off = { url, is_open: 0 }
// No webhook exists; webhook/webhook.test.ts has some.
const gone = { webhook_id: 1 }
const mailForm = ({ nth }: At) =>
  JSON.stringify({ host: '127.0.0.1', from: 'docs@example.com', from_name: `Docs ${nth}`, password: 'qsecret' })

/** Mail and webhooks. */
export const outbox: Rows = {
  'adminMail/load': { allow: admins, fields: none },
  'adminMail/save': { allow: admins, writes: ['options'], fields: (at) => ({ mail_form: mailForm(at) }) },
  'adminMail/test': { allow: admins, writes: [], fields: (at) => ({ mail_form: mailForm(at) }) },
  'adminMail/deliveryList': { allow: admins, fields: none },
  'adminMail/retryDelivery': { allow: nobody, fields: () => ({ outbox_id: 1 }) },

  'webhook/getList': [
    { allow: signedIn, fields: none },
    { about: 'of an item', allow: managers, fields: item },
    { about: 'of a team', allow: teamManagers, fields: team },
  ],
  'webhook/save': [
    { allow: signedIn, writes: ['webhook'], fields: () => off },
    {
      about: 'of an item',
      allow: managers,
      writes: ['webhook'],
      onArchived: 'allowed',
      fields: (at) => ({ ...item(at), ...off }),
    },
    { about: 'of a team', allow: teamManagers, writes: ['webhook'], fields: (at) => ({ ...team(at), ...off }) },
  ],
  'webhook/delete': { allow: nobody, fields: () => gone },
  'webhook/test': { allow: nobody, fields: () => gone },
  'webhook/deliveries': { allow: nobody, fields: () => gone },
  'webhook/retry': { allow: nobody, fields: () => ({ ...gone, outbox_id: 1 }) },
  'adminWebhook/getList': { allow: admins, fields: none },
  'adminWebhook/save': { allow: admins, writes: ['webhook'], fields: () => off },
  'adminWebhook/delete': { allow: nobody, fields: () => gone },
  'adminWebhook/test': { allow: nobody, fields: () => gone },
  'adminWebhook/deliveries': { allow: nobody, fields: () => gone },
  'adminWebhook/retry': { allow: nobody, fields: () => ({ ...gone, outbox_id: 1 }) },
  'user/getPushUrl': { allow: signedIn, fields: none },
  'user/savePushUrl': { allow: signedIn, writes: ['webhook'], fields: () => ({ push_url: url }) },

  'notice/get': { allow: signedIn, fields: none },
  'notice/save': { allow: signedIn, writes: ['user_setting'], fields: () => ({ page: 'off' }) },
  // Without a link from a mail; notice/notice.test.ts has some.
  'notice/unsubscribe': { allow: nobody, fields: ({ me }) => ({ uid: me.uid, kind: 'page', sign: 'none' }) },

  // The site sends no mail; account-mail/account-mail.test.ts does.
  'user/mailLink': { allow: nobody, fields: () => ({ email: 'a@example.com', password: ownPassword }) },
  'user/verifyEmail': { allow: nobody, fields: () => ({ token: 'none' }) },
  // Nobody has an address.
  'user/removeEmail': { allow: signedIn, writes: [], fields: () => ({ password: ownPassword }) },
  'user/requestReset': { allow: nobody, fields: ({ me }) => ({ username: me.username }) },
  'user/resetByMail': {
    allow: nobody,
    fields: () => ({ token: 'none', new_password: ownPassword, confirm_password: ownPassword }),
  },
}
