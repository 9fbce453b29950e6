import { editors, managers, owner, type Rows, signedIn, teamManagers, teamViewers } from '#tests/support/rights/row.ts'
import { type At, ownPassword } from '#tests/support/rights/world.ts'

const none = () => ({})
const team = ({ side }: At) => ({ team_id: side.team })
const page = ({ place }: At) => ({ page_id: place.page })

/** The members of the team, and those of the item that it is bound to. */
const ofTeamOrItem = [...new Set([...teamManagers, ...managers])]

/** Teams, templates, subscriptions and messages. */
export const teams: Rows = {
  'team/getList': { allow: signedIn, fields: none },
  'team/save': [
    { allow: signedIn, writes: ['team'], fields: () => ({ team_name: 'New' }) },
    {
      about: 'an old one',
      allow: teamManagers,
      writes: ['team'],
      fields: ({ side }) => ({ id: side.team, team_name: 'Renamed' }),
    },
  ],
  'team/delete': {
    allow: owner,
    writes: ['team', 'team_member', 'team_item', 'team_item_member'],
    fields: ({ side }) => ({ id: side.team, password: ownPassword }),
  },
  'team/attorn': {
    allow: owner,
    writes: ['team', 'item'],
    fields: (at) => ({ ...team(at), username: at.side.spare.username, password: ownPassword }),
  },
  // The creator of a team cannot leave it; an administrator who is not in it has nothing to leave.
  'team/exitTeam': {
    allow: ['teamMember', 'teamAdmin', 'admin'],
    writes: (role) => (role === 'admin' ? [] : ['team_member', 'team_item_member']),
    fields: ({ side }) => ({ id: side.team }),
  },
  'teamMember/getList': { allow: teamViewers, fields: team },
  'teamMember/save': {
    allow: teamManagers,
    writes: ['team_member', 'team_item_member'],
    fields: (at) => ({ ...team(at), member_username: at.side.spare.username }),
  },
  'teamMember/delete': {
    allow: teamManagers,
    writes: ['team_member', 'team_item_member'],
    fields: ({ side }) => ({ id: side.teamMember }),
  },
  'teamItem/getList': { allow: managers, fields: ({ side }) => ({ item_id: side.item }) },
  'teamItem/getListByTeam': { allow: teamViewers, fields: team },
  // It also requires the right to manage the item.
  'teamItem/save': {
    allow: ['owner', 'admin'],
    writes: ['team_item', 'team_item_member', 'item_change_log'],
    onArchived: 'refused',
    fields: (at) => ({ ...team(at), item_id: at.side.freeItem }),
  },
  'teamItem/delete': [
    {
      allow: teamManagers,
      writes: ['team_item', 'team_item_member', 'item_change_log'],
      onArchived: 'refused',
      fields: ({ side }) => ({ id: side.teamItem }),
    },
    {
      about: 'as a manager of the item',
      allow: managers,
      writes: ['team_item', 'team_item_member', 'item_change_log'],
      onArchived: 'refused',
      fields: ({ side }) => ({ id: side.teamItem, item_id: side.item }),
    },
  ],
  'teamItemMember/getList': { allow: ofTeamOrItem, fields: (at) => ({ ...team(at), item_id: at.side.item }) },
  'teamItemMember/save': {
    allow: ofTeamOrItem,
    writes: ['team_item_member'],
    onArchived: 'refused',
    fields: ({ side, place }) => ({ id: side.teamItemMember, member_group_id: 1, cat_id: place.cat }),
  },

  'template/getMyList': { allow: signedIn, fields: none },
  'template/getList': { allow: signedIn, fields: none },
  'template/getItemList': { allow: editors, fields: ({ side }) => ({ item_id: side.item }) },
  'template/save': [
    { allow: signedIn, writes: ['template'], fields: () => ({ template_title: 'New', template_content: 'x' }) },
    {
      about: 'an old one',
      allow: signedIn,
      writes: ['template'],
      fields: ({ me }) => ({ id: me.template, template_title: 'Renamed', template_content: 'x' }),
    },
  ],
  'template/delete': { allow: signedIn, writes: ['template'], fields: ({ me }) => ({ id: me.template }) },
  // The owner's template is shared there already.
  'template/shareToItem': {
    allow: editors,
    writes: (role) => (role === 'owner' ? [] : ['template_item']),
    onArchived: 'allowed',
    fields: ({ me, side }) => ({ template_id: me.template, item_id: side.item }),
  },
  'template/getShareItemList': { allow: signedIn, fields: ({ me }) => ({ template_id: me.template }) },

  'subscription/getPageList': { allow: editors, fields: page },
  'subscription/savePage': {
    allow: editors,
    writes: ['subscription'],
    onArchived: 'refused',
    fields: (at) => ({ page_id: at.place.shared, uids: at.side.owner.uid }),
  },
  'subscription/deletePage': {
    allow: editors,
    writes: ['subscription'],
    onArchived: 'refused',
    fields: (at) => ({ ...page(at), uids: at.side.owner.uid }),
  },

  'message/getAnnouncementList': { allow: signedIn, fields: none },
  'message/getRemindList': { allow: signedIn, fields: none },
  'message/getUnread': { allow: signedIn, fields: none },
  'message/setRead': [
    { allow: signedIn, writes: ['message'], fields: ({ me }) => me.message },
    {
      about: 'an announcement',
      allow: signedIn,
      writes: ['message'],
      fields: ({ announcement }) => ({ message_content_id: announcement, from_uid: 0 }),
    },
  ],
  'message/setAllRead': { allow: signedIn, writes: ['message'], fields: () => ({ message_type: 'remind' }) },
  // The response contains no version of a page that the user may not read.
  'message/watch': { allow: signedIn, onDeleted: 'allowed', outside: 'nothing', fields: page },
  'message/sendFeedback': {
    allow: signedIn,
    writes: ['message', 'message_content'],
    fields: () => ({ content: 'good' }),
  },
  'message/delete': { allow: signedIn, writes: ['message'], fields: ({ me }) => me.message },
}
