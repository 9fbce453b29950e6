import {
  editors,
  everyone,
  managers,
  passers,
  type Rows,
  signedIn,
  viewers,
  wholeEditors,
} from '#tests/support/rights/row.ts'
import { type At, ownPassword, type Role, visitPassword } from '#tests/support/rights/world.ts'

const item = ({ side }: At) => ({ item_id: side.item })
const withOwnPassword = (at: At) => ({ ...item(at), password: ownPassword })
const direct: readonly Role[] = ['reader', 'limitedReader', 'limitedEditor', 'editor', 'manager']
const throughTeam: readonly Role[] = ['teamMember', 'teamAdmin']

/** Items, item groups and item members. */
export const items: Rows = {
  'item/myList': { allow: signedIn, fields: () => ({}) },
  'item/add': [
    { allow: signedIn, writes: ['item'], fields: () => ({ item_name: 'New' }) },
    {
      about: 'into a group',
      allow: signedIn,
      writes: ['item', 'item_group'],
      fields: ({ me }) => ({ item_name: 'New', item_group_id: me.group }),
    },
    {
      about: 'a copy',
      allow: editors,
      writes: ['item', 'page', 'catalog'],
      onArchived: 'allowed',
      fields: ({ side }) => ({ item_name: 'Copy', copy_item_id: side.item }),
    },
  ],
  'item/detail': { allow: managers, fields: item },
  'item/update': {
    allow: managers,
    writes: ['item'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), item_name: 'Renamed' }),
  },
  'item/archive': { allow: managers, writes: ['item'], onArchived: 'allowed', fields: withOwnPassword },
  'item/attorn': {
    allow: managers,
    writes: ['item'],
    onArchived: 'refused',
    fields: (at) => ({ ...withOwnPassword(at), username: at.side.spare.username }),
  },
  'item/delete': { allow: managers, writes: ['item'], onArchived: 'allowed', fields: withOwnPassword },
  'item/search': { allow: viewers, onOpen: passers, fields: (at) => ({ ...item(at), keyword: 'qword' }) },
  'item/info': [
    { allow: viewers, onOpen: passers, fields: item },
    {
      about: 'a page',
      allow: viewers,
      onOpen: passers,
      outside: 'nothing',
      fields: (at) => ({ ...item(at), page_id: at.place.page, default_page_id: at.place.shared }),
    },
    { about: 'a word', allow: viewers, onOpen: passers, fields: (at) => ({ ...item(at), keyword: 'qword' }) },
  ],
  'item/star': { allow: viewers, onOpen: ['stranger'], writes: ['item_star'], onArchived: 'allowed', fields: item },
  'item/unstar': {
    allow: signedIn,
    writes: ['item_star'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: ({ side }) => ({ item_id: side.freeItem }),
  },
  'item/sort': {
    allow: signedIn,
    writes: ['item_sort'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: ({ side, me }) => ({ data: JSON.stringify({ [side.item]: 1 }), item_group_id: me.group }),
  },
  'item/exitItem': {
    allow: [...direct, ...throughTeam],
    writes: (role) => [throughTeam.includes(role) ? 'team_item_member' : 'item_member'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: item,
  },
  'item/getKey': [
    { allow: managers, writes: [], onArchived: 'allowed', fields: item },
    {
      about: 'for the first time',
      allow: ['owner', 'admin'],
      writes: ['item_token'],
      onArchived: 'refused',
      fields: ({ side }) => ({ item_id: side.freeItem }),
    },
  ],
  'item/resetKey': { allow: managers, writes: ['item_token'], onArchived: 'refused', fields: item },
  'item/getGlobalParam': { allow: viewers, onOpen: passers, fields: item },
  'item/setGlobalParam': {
    allow: wholeEditors,
    writes: ['item'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), global_param: JSON.stringify({ header: [{ name: 'X-Client', value: '1' }] }) }),
  },
  'item/getChangeLog': { allow: editors, fields: item },
  'apiChange/list': { allow: viewers, onOpen: passers, fields: item },
  'apiChange/info': {
    allow: viewers,
    onOpen: passers,
    fields: (at) => ({ ...item(at), api_change_id: at.place.apiChange }),
  },
  'apiChange/ofPage': { allow: viewers, onOpen: passers, fields: ({ place }) => ({ page_id: place.page }) },
  'item/pwd': [
    {
      allow: everyone,
      isSecret: true,
      onMembers: 'refused',
      writes: ['visit_grant'],
      onArchived: 'allowed',
      fields: (at) => ({ ...item(at), password: visitPassword }),
    },
    {
      about: 'of a page',
      allow: everyone,
      isSecret: true,
      onMembers: 'refused',
      writes: ['visit_grant'],
      onArchived: 'allowed',
      fields: ({ place }) => ({ page_id: place.page, password: visitPassword }),
    },
  ],

  'itemGroup/getList': { allow: signedIn, fields: () => ({}) },
  'itemGroup/save': [
    {
      allow: signedIn,
      writes: ['item_group'],
      onArchived: 'allowed',
      onDeleted: 'allowed',
      fields: ({ side }) => ({ group_name: 'New', item_ids: side.item }),
    },
    {
      about: 'an old one',
      allow: signedIn,
      writes: ['item_group'],
      fields: ({ me }) => ({ id: me.group, group_name: 'Renamed' }),
    },
  ],
  'itemGroup/delete': { allow: signedIn, writes: ['item_group'], fields: ({ me }) => ({ id: me.group }) },
  'itemGroup/saveSort': {
    allow: signedIn,
    writes: ['item_group'],
    fields: ({ me }) => ({ groups: JSON.stringify([{ id: me.group, s_number: 5 }]) }),
  },

  'member/getList': { allow: managers, fields: item },
  'member/save': [
    {
      allow: managers,
      writes: ['item_member', 'item_change_log'],
      onArchived: 'refused',
      fields: ({ side, place }) => ({
        item_id: side.item,
        username: side.spare.username,
        member_group_id: 1,
        cat_id: place.cat,
      }),
    },
    {
      about: 'somebody who is one',
      allow: managers,
      writes: ['item_member', 'item_change_log'],
      onArchived: 'refused',
      fields: ({ side, place }) => ({
        item_id: side.item,
        username: side.friend.username,
        member_group_id: 1,
        cat_ids: JSON.stringify([place.cat]),
      }),
    },
  ],
  'member/delete': {
    allow: managers,
    writes: ['item_member', 'item_change_log'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), item_member_id: at.side.member }),
  },
  'member/getMyAllList': { allow: signedIn, fields: () => ({}) },
  // A member limited to a catalog does not see the other members.
  'member/getAllList': { allow: wholeEditors, fields: item },
}
