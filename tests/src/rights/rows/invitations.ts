import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { admins, everyone, managers, nobody, type Rows, signedIn } from '#tests/support/rights/row.ts'
import { type At, ownPassword } from '#tests/support/rights/world.ts'

const term = { days: 7, uses: 3 }
const none = () => ({})

/** An invitation that works; returns its id and token. */
const made = ({ app, side }: At, to: { item_id: number } | { uid: number }) => {
  const token = newSecret()
  const addtime = Math.floor(Date.now() / 1000)
  const row = { uid: side.owner.uid, addtime, expire_time: addtime + 1000, uses_most: 5, ...to }
  return { id: app.rows.insert('invitation', { token_hash: hashSecret(token), ...row }), token }
}

/** An invitation to an item of the owner that takes part in nothing else. */
const toItem = (at: At) => ({ token: made(at, { item_id: at.side.freeItem }).token })

/** Invitations by link. */
export const invitations: Rows = {
  'invitation/add': {
    allow: managers,
    onArchived: 'refused',
    writes: ['invitation'],
    fields: ({ side }) => ({ item_id: side.item, member_group_id: 1, ...term }),
  },
  // The site sends no mail; invitation/by-mail.test.ts does.
  'invitation/send': {
    allow: nobody,
    fields: ({ side }) => ({ item_id: side.item, member_group_id: 1, days: 7, emails: 'new@example.com' }),
  },
  'invitation/sendToSite': { allow: nobody, fields: () => ({ days: 7, emails: 'new@example.com' }) },
  'invitation/list': {
    allow: managers,
    onArchived: 'allowed',
    fields: ({ side }) => ({ item_id: side.item }),
  },
  'invitation/revoke': {
    prepares: true,
    allow: managers,
    onArchived: 'allowed',
    writes: ['invitation'],
    fields: (at) => ({ item_id: at.side.item, invitation_id: made(at, { item_id: at.side.item }).id }),
  },
  'invitation/addToSite': { allow: admins, writes: ['invitation'], fields: () => term },
  'invitation/listOfSite': { allow: admins, fields: none },
  'invitation/revokeOfSite': {
    prepares: true,
    allow: admins,
    writes: ['invitation'],
    fields: (at) => ({ invitation_id: made(at, { uid: at.me.uid }).id }),
  },
  'invitation/show': { prepares: true, allow: everyone, isSecret: true, fields: toItem },
  'invitation/accept': {
    prepares: true,
    allow: signedIn,
    isSecret: true,
    // the owner has all that it gives
    writes: (role) => (role === 'owner' ? [] : ['item_member', 'invitation']),
    fields: toItem,
  },
  'invitation/register': {
    prepares: true,
    allow: everyone,
    isSecret: true,
    writes: ['user', 'user_token', 'item_member', 'invitation'],
    fields: (at) => ({
      ...toItem(at),
      username: `invited${at.nth}`,
      password: ownPassword,
      confirm_password: ownPassword,
    }),
  },
}
