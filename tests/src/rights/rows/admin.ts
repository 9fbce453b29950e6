import { admins, nobody, type Rows } from '#tests/support/rights/row.ts'
import { type At, ownPassword } from '#tests/support/rights/world.ts'

const text = ({ nth }: At) => `text ${nth}`
const none = () => ({})
const spare = ({ side }: At) => ({ uid: side.spare.uid })
const deleted = ({ side }: At) => ({ item_id: side.deletedItem })

/** Administration. */
export const admin: Rows = {
  'adminMessage/addAnnouncement': {
    allow: admins,
    writes: ['message_content'],
    fields: () => ({ message_content: '<b>News</b>' }),
  },
  'adminMessage/listAnnouncements': { allow: admins, fields: none },
  'adminMessage/deleteAnnouncement': {
    allow: admins,
    writes: ['message_content'],
    fields: ({ announcement }) => ({ id: announcement }),
  },

  'adminUser/getList': { allow: admins, fields: none },
  'adminUser/addUser': [
    {
      allow: admins,
      writes: ['user'],
      fields: ({ nth }) => ({ username: `made${nth}`, password: ownPassword, name: 'N', groupid: 2 }),
    },
    {
      about: 'an old one',
      allow: admins,
      writes: ['user'],
      fields: (at) => ({ ...spare(at), name: 'Renamed', groupid: 1, password: '' }),
    },
  ],
  'adminUser/deleteUser': { allow: admins, writes: ['user'], fields: spare },
  'adminUser/changePassword': {
    allow: admins,
    writes: ['user', 'user_token'],
    fields: (at) => ({ ...spare(at), new_password: 'another good one 2' }),
  },
  'adminUser/resetSecondStep': {
    prepares: true,
    allow: admins,
    writes: ['user_totp'],
    fields(at) {
      at.app.rows.sqlite
        .prepare("INSERT OR REPLACE INTO user_totp (uid, secret, enabled_time, addtime) VALUES (?, 'A', 1, 1)")
        .run(at.side.spare.uid)
      return spare(at)
    },
  },
  'adminUser/signOut': { allow: admins, writes: ['user_token'], fields: spare },

  'adminItem/getList': { allow: admins, fields: none },
  'adminItem/deleteItem': {
    allow: admins,
    writes: ['item'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: ({ side }) => ({ item_id: side.item }),
  },
  'adminItem/attorn': {
    allow: admins,
    writes: ['item'],
    onArchived: 'allowed',
    fields: ({ side }) => ({ item_id: side.item, username: side.spare.username }),
  },
  'adminItem/recoverItem': {
    allow: admins,
    writes: ['item'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: deleted,
  },
  'adminItem/hardDeleteItem': {
    allow: admins,
    writes: ['item'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: deleted,
  },

  'adminScim/status': { allow: admins, fields: none },
  'adminScim/addToken': { allow: admins, writes: ['scim_token'], fields: (at) => ({ name: text(at) }) },
  'adminScim/removeToken': {
    allow: admins,
    writes: ['scim_token'],
    fields: ({ scimToken }) => ({ id: scimToken }),
  },
  'adminScim/confirmToken': {
    prepares: true,
    allow: admins,
    writes: ['scim_token'],
    fields({ app, scimToken }) {
      app.rows.sqlite
        .prepare('INSERT OR REPLACE INTO scim_token (id, name, token_hash, uid, addtime) VALUES (?, ?, ?, 0, 1)')
        .run(scimToken, 'n', Buffer.from(`token ${scimToken}`))
      return { id: scimToken }
    },
  },
  'adminScim/calls': { allow: admins, fields: none },

  'adminAudit/getList': { allow: admins, fields: none },
  'adminAudit/exportCsv': { allow: admins, fields: none },

  'adminShowdoc/check': {
    allow: admins,
    writes: ['job'],
    isDear: true,
    fields: () => ({ file: new File(['no database'], 'x.db') }),
  },
  // no ShowDoc is there
  'adminShowdoc/checkPath': { allow: nobody, fields: () => ({ path: '/nowhere' }) },
  // which check there is, only the tests of these imports know
  'adminShowdoc/start': { allow: nobody, fields: () => ({ job_id: 'none' }) },
  'adminShowdoc/report': { allow: admins, fields: none },
  'adminStorage/status': { allow: admins, fields: none },
  // with all files where new ones go there is nothing to move
  'adminStorage/startMove': { allow: admins, writes: ['options'], isDear: true, fields: none },
  'adminStorage/stopMove': { allow: admins, writes: [], fields: none },
  'adminBackup/loadConfig': { allow: admins, fields: none },
  'adminBackup/saveConfig': {
    allow: admins,
    writes: ['options'],
    fields: ({ nth }) => ({ schedule: 'off', count: (nth % 300) + 1, secret: 'qsecret' }),
  },
  'adminBackup/status': { allow: admins, fields: none },
  'adminBackup/getList': { allow: admins, fields: none },
  // what it writes is written in the background
  'adminBackup/start': { allow: admins, writes: [], isDear: true, fields: none },
  'adminBackup/startExports': { allow: admins, writes: [], isDear: true, fields: none },
  // which backup there is, only the tests of backups know
  'adminBackup/allowDownload': {
    allow: nobody,
    fields: () => ({ name: 'docstead-20200101-000000Z.tar', password: ownPassword }),
  },
  'adminBackup/download': {
    allow: nobody,
    fields: () => ({ name: 'docstead-20200101-000000Z.tar', ticket: 'none' }),
  },

  'adminSite/state': { allow: admins, fields: none },
  'adminSite/health': { allow: admins, fields: none },
  'adminSite/measureBody': { allow: admins, fields: () => ({ filler: 'x' }) },
  'adminSite/measureEvents': { allow: admins, fields: none },
  'adminSite/activity': { allow: admins, fields: () => ({ day_starts: '1700000000,1700086400' }) },
  'adminSite/startSettings': { allow: admins, fields: none },

  'adminSetting/saveConfig': { allow: admins, writes: ['options'], fields: (at) => ({ beian: text(at) }) },
  'adminSetting/loadConfig': { allow: admins, fields: none },
  'adminSetting/saveLdapConfig': {
    allow: admins,
    writes: ['options'],
    fields: (at) => ({ ldap_form: JSON.stringify({ base_dn: text(at), bind_password: 'qsecret' }) }),
  },
  'adminSetting/testStorage': {
    allow: admins,
    writes: [],
    fields: () => ({
      oss_setting: JSON.stringify({
        oss_type: 's3_storage',
        endpoint: 'http://127.0.0.1:9',
        bucket: 'b',
        key: 'k',
        secret: 'qsecret',
      }),
    }),
  },
  'adminSetting/loadLdapConfig': { allow: admins, fields: none },
  'adminSetting/testLdap': {
    allow: admins,
    writes: [],
    fields: (at) => ({ ldap_form: JSON.stringify({ host: '127.0.0.1', base_dn: text(at) }) }),
  },
  // No directory is configured; sign-in/directory.test.ts has one.
  'adminSetting/syncLdapUsers': { allow: nobody, fields: none },
  'adminSetting/syncLdapStatus': { allow: admins, fields: none },
  'adminSetting/saveOauth2Config': {
    allow: admins,
    writes: ['options'],
    fields: (at) => ({ oauth2_form: JSON.stringify({ scope: text(at), client_secret: 'qsecret' }) }),
  },
  'adminSetting/loadOauth2Config': { allow: admins, fields: none },
  'adminProvider/list': { allow: admins, fields: none },
  'adminProvider/save': {
    allow: admins,
    writes: ['sign_in_provider'],
    fields: (at) => ({ provider_id: 'keycloak', form: JSON.stringify({ scope: text(at), client_secret: 'qsecret' }) }),
  },
  // There is none; sign-in/provider.test.ts removes one.
  'adminProvider/remove': { allow: nobody, fields: () => ({ provider_id: 'none' }) },
  'adminProvider/test': {
    allow: admins,
    writes: [],
    fields: () => ({ provider_id: 'none', form: JSON.stringify({ client_id: 'docs', issuer: 'http://127.0.0.1' }) }),
  },
  'adminSetting/getLoginSecretKey': { allow: admins, writes: [], fields: none },
  'adminSetting/loginKeyUses': { allow: admins, fields: none },
  'adminSetting/resetLoginSecretKey': { allow: admins, writes: ['options'], fields: none },
}
