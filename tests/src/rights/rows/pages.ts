import { editors, everyone, passers, type Rows, signedIn, viewers } from '#tests/support/rights/row.ts'
import type { At } from '#tests/support/rights/world.ts'

const item = ({ side }: At) => ({ item_id: side.item })
const page = ({ place }: At) => ({ page_id: place.page })
const text = { page_title: 'Title', page_content: 'text' }

/** Pages and what belongs to them, the recycle bin and search. */
export const pages: Rows = {
  'page/info': { allow: viewers, onOpen: passers, fields: (at) => ({ ...page(at), with_path: 1 }) },
  // A public link is for whoever has it.
  'page/infoByKey': { allow: everyone, isSecret: true, fields: ({ place }) => ({ unique_key: place.share }) },
  'page/createSinglePage': [
    {
      allow: editors,
      writes: ['single_page'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), isCreateSiglePage: 'true' }),
    },
    {
      about: 'its end',
      allow: editors,
      writes: ['single_page'],
      onArchived: 'refused',
      fields: ({ place }) => ({ page_id: place.shared, isCreateSiglePage: 'false' }),
    },
  ],
  'page/save': [
    {
      allow: editors,
      writes: ['page', 'page_content', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), ...text, cat_id: at.place.cat }),
    },
    {
      about: 'an old one',
      allow: editors,
      writes: ['page', 'page_content', 'page_history', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), ...page(at), ...text, cat_id: at.place.cat, is_notify: 1 }),
    },
    {
      about: 'moved to a catalog',
      allow: editors,
      writes: ['page', 'page_history'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), page_id: at.side.inside.shared, ...text, cat_id: at.place.cat }),
      placeless: 'the page lies inside, the catalog wherever',
    },
  ],
  'page/delete': {
    allow: editors,
    writes: ['page', 'recycle', 'item_change_log', 'item'],
    onArchived: 'refused',
    fields: page,
  },
  'page/sort': {
    allow: editors,
    writes: ['page', 'item'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), pages: JSON.stringify({ [at.place.page]: 7 }) }),
  },
  'page/history': { allow: viewers, onOpen: passers, fields: page },
  'page/diff': {
    allow: viewers,
    onOpen: passers,
    fields: (at) => ({ ...page(at), page_history_id: at.place.history }),
  },
  'page/updateHistoryComments': {
    allow: editors,
    writes: ['page_history'],
    onArchived: 'refused',
    fields: (at) => ({ ...page(at), page_history_id: at.place.history, page_comments: 'remark' }),
  },
  'page/sqlToMarkdownTable': { allow: everyone, fields: () => ({ sql: 'CREATE TABLE a (b int);' }) },
  'page/isLock': { allow: editors, outside: 'nothing', fields: (at) => ({ ...item(at), page_id: at.place.shared }) },
  'page/setLock': {
    allow: editors,
    writes: ['page_lock'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), ...page(at) }),
  },

  'mock/add': {
    allow: editors,
    writes: ['mock'],
    onArchived: 'refused',
    fields: (at) => ({ ...page(at), template: '{"a": 1}', path: '/a' }),
  },
  'mock/infoByPageId': { allow: viewers, onOpen: passers, fields: page },

  'recycle/getList': { allow: editors, fields: item },
  'recycle/recover': {
    allow: editors,
    writes: ['page', 'recycle', 'item'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), page_id: at.place.gone }),
  },
  'recycle/getCatalogList': { allow: editors, fields: item },
  'recycle/recoverCatalog': {
    allow: editors,
    writes: ['catalog', 'item'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), cat_id: at.place.goneCat }),
  },

  'search/query': [
    { allow: signedIn, fields: () => ({ keyword: 'qword' }) },
    { about: 'an item', allow: viewers, onOpen: passers, fields: (at) => ({ ...item(at), keyword: 'qword' }) },
  ],
}
