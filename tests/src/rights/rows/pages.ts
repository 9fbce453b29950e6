import {
  editors,
  everyone,
  managers,
  nobody,
  passers,
  type Rows,
  signedIn,
  viewers,
  wholeEditors,
  wholeMembers,
} from '#tests/support/rights/row.ts'
import type { At } from '#tests/support/rights/world.ts'

const item = ({ side }: At) => ({ item_id: side.item })
const page = ({ place }: At) => ({ page_id: place.page })
const text = { page_title: 'Title', page_content: 'text' }

const request = { method: 'GET', url: 'http://127.0.0.1:1/a', headers: [], body: { kind: 'none' } }
const answer = {
  status: 200,
  status_text: 'OK',
  url: 'http://127.0.0.1:1/a',
  redirects: [],
  headers: [{ name: 'A', value: 'b' }],
  content: 'text',
  is_base64: false,
  is_truncated: false,
  size_bytes: 4,
  time_ms: 1,
}
const environment = { env_name: 'Test', base_url: 'https://test.example', variables: '[{"name":"a","value":"b"}]' }

/** Pages and what belongs to them, the recycle bin and search. */
export const pages: Rows = {
  'page/info': { allow: viewers, onOpen: passers, fields: (at) => ({ ...page(at), with_path: 1 }) },
  'page/version': { allow: viewers, onOpen: passers, fields: page },
  // A public link is for anyone who has it.
  'page/infoByKey': { allow: everyone, isSecret: true, fields: ({ place }) => ({ unique_key: place.share }) },
  'apiReference/page': { allow: viewers, onOpen: passers, fields: page },
  'apiReference/models': { allow: viewers, onOpen: passers, fields: item },
  'apiReference/model': { allow: viewers, onOpen: passers, fields: (at) => ({ ...item(at), name: 'Order' }) },
  'apiReference/shared': { allow: everyone, isSecret: true, fields: ({ place }) => ({ unique_key: place.share }) },
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
      placeless: 'the page is inside, the catalog anywhere',
    },
  ],
  'page/delete': {
    allow: editors,
    writes: ['page', 'recycle', 'item_change_log', 'item'],
    onArchived: 'refused',
    fields: page,
  },
  'page/copy': [
    {
      allow: editors,
      writes: ['page', 'page_content', 'item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), to_cat_id: at.place.cat }),
    },
    {
      about: 'a move',
      allow: editors,
      writes: ['item_change_log', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), to_cat_id: at.place.cat, is_del: 1 }),
    },
    {
      about: 'from somewhere',
      allow: editors,
      writes: ['page', 'page_content', 'item_change_log', 'item'],
      onArchived: 'refused',
      placeless: 'the page is anywhere, the catalog inside',
      fields: (at) => ({ ...page(at), to_cat_id: at.side.inside.cat }),
    },
    {
      about: 'into another item',
      allow: ['owner', 'admin'],
      writes: ['page', 'page_content', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), to_item_id: at.side.freeItem, to_cat_id: at.side.freeCat }),
    },
    {
      about: 'a move into another item',
      allow: ['owner', 'admin'],
      writes: ['page', 'item'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), to_item_id: at.side.freeItem, to_cat_id: at.side.freeCat, is_del: 1 }),
    },
  ],
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
  'page/setLock': [
    {
      allow: editors,
      writes: ['page_lock'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), ...page(at) }),
    },
    {
      about: 'taken over',
      allow: managers,
      writes: ['page_lock'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), ...page(at), take_over: 1 }),
    },
  ],
  'page/draft': { allow: editors, outside: 'nothing', fields: (at) => ({ ...item(at), ...page(at) }) },
  'page/saveDraft': {
    allow: editors,
    writes: ['page_draft'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), ...page(at), ...text }),
  },
  // There are no drafts, so nothing is deleted.
  'page/deleteDraft': {
    allow: editors,
    writes: [],
    onArchived: 'allowed',
    outside: 'nothing',
    fields: (at) => ({ ...item(at), ...page(at) }),
  },
  // Nobody edits the page, so there is nobody to notify; tests/src/features/page/lock.test.ts covers who is notified.
  'page/askLock': { allow: nobody, fields: (at) => ({ ...item(at), ...page(at) }) },

  'pageComment/getList': { allow: viewers, onOpen: passers, fields: page },
  'pageComment/add': [
    {
      allow: viewers,
      onOpen: ['stranger'],
      writes: ['page_comment'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), content: 'a comment' }),
    },
    {
      about: 'a reply',
      allow: viewers,
      onOpen: ['stranger'],
      writes: ['page_comment'],
      onArchived: 'refused',
      fields: (at) => ({ ...page(at), content: 'a reply', parent_id: at.place.comment }),
    },
  ],
  // The owner wrote it; tests/src/features/page-comment/service.test.ts covers others deleting their own.
  'pageComment/delete': {
    allow: managers,
    writes: ['page_comment'],
    onArchived: 'refused',
    fields: ({ place }) => ({ comment_id: place.comment }),
  },
  'pageFeedback/getStat': { allow: viewers, onOpen: passers, fields: page },
  'pageFeedback/submit': {
    allow: viewers,
    onOpen: passers,
    writes: ['page_feedback'],
    onArchived: 'refused',
    fields: (at) => ({ ...page(at), feedback_type: 1, client_id: 'a-browser' }),
  },

  'mock/add': {
    allow: editors,
    writes: ['mock'],
    onArchived: 'refused',
    fields: (at) => ({ ...page(at), template: '{"a": 1}', path: '/a' }),
  },
  'mock/infoByPageId': { allow: viewers, onOpen: passers, fields: page },

  'schemaMock/address': { allow: viewers, onOpen: passers, fields: page },

  'apiHealth/info': { allow: editors, fields: item },
  'apiHealth/saveRules': {
    allow: managers,
    writes: ['api_lint'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), rules: '{"operation-id": "hint"}' }),
  },
  // The page describes no request.
  'apiHealth/fix': { allow: nobody, fields: page },

  // Private networks are blocked, and this host is in one.
  'apiCall/send': { allow: nobody, fields: (at) => ({ ...page(at), request: JSON.stringify(request) }) },
  'apiCall/keep': {
    allow: viewers,
    onOpen: ['stranger'],
    writes: ['api_call'],
    onArchived: 'allowed',
    fields: (at) => ({ ...page(at), request: JSON.stringify(request), answer: JSON.stringify(answer) }),
  },
  'apiCall/history': { allow: viewers, onOpen: passers, fields: page },
  // Nobody has sent a request yet.
  'apiCall/historyInfo': { allow: nobody, fields: (at) => ({ ...page(at), id: 1 }) },
  'apiCall/historyDelete': {
    allow: viewers,
    onOpen: ['stranger'],
    writes: [],
    onArchived: 'allowed',
    fields: (at) => ({ ...page(at), id: 0 }),
  },
  'apiCall/documented': { allow: viewers, onOpen: passers, fields: page },
  'apiCall/environments': { allow: viewers, onOpen: passers, fields: item },
  'apiCall/environmentSave': [
    {
      allow: wholeEditors,
      writes: ['api_environment'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), ...environment }),
    },
    {
      about: 'an old one',
      allow: wholeEditors,
      writes: ['api_environment'],
      onArchived: 'refused',
      fields: (at) => ({ ...item(at), ...environment, env_id: at.side.environment }),
    },
  ],
  'apiCall/environmentDelete': {
    allow: wholeEditors,
    writes: ['api_environment'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), env_id: at.side.environment }),
  },
  'apiCall/secretSave': {
    allow: viewers,
    writes: ['api_secret'],
    onArchived: 'allowed',
    fields: (at) => ({ ...item(at), env_id: at.side.environment, name: 'token', value: 'x' }),
  },

  'apiCall/socket': {
    allow: nobody,
    fields: (at) => ({ ...page(at), socket: JSON.stringify({ url: 'ws://127.0.0.1:2/' }) }),
  },
  'apiCall/socketSend': { allow: nobody, fields: () => ({ socket_id: 'x', text: 'x' }) },
  'apiCall/responseFile': { allow: nobody, fields: () => ({ file_id: 'x', name: 'x' }) },
  'apiCall/cookies': { allow: viewers, onOpen: ['stranger'], fields: item },
  'apiCall/cookiesClear': { allow: viewers, onOpen: ['stranger'], writes: [], onArchived: 'allowed', fields: item },

  // Runs are for members of the whole item, even when it is public.
  'apiRun/list': { allow: wholeMembers, fields: item },
  'apiRun/info': { allow: nobody, fields: (at) => ({ ...item(at), run_id: 1 }) },
  'apiRun/result': { allow: nobody, fields: (at) => ({ ...item(at), result_id: 1 }) },
  'apiRun/save': {
    allow: wholeEditors,
    writes: ['api_run'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), run: JSON.stringify({ run_name: 'Run', steps: [] }) }),
  },
  'apiRun/files': { allow: wholeMembers, fields: item },
  'apiRun/arazzoExport': { allow: nobody, fields: item },
  'apiRun/arazzoImport': {
    allow: wholeEditors,
    writes: ['api_run'],
    onArchived: 'refused',
    fields: (at) => ({
      ...item(at),
      text: JSON.stringify({
        arazzo: '1.0.1',
        workflows: [
          {
            workflowId: 'one',
            steps: [{ stepId: 'a', operationPath: '{$sourceDescriptions.api.url}#/paths/~1a/get' }],
          },
        ],
      }),
    }),
  },
  'apiRun/start': { allow: nobody, fields: (at) => ({ ...item(at), run_id: 1 }) },
  'apiRun/stop': { allow: nobody, fields: (at) => ({ ...item(at), run_id: 1 }) },
  'apiRun/delete': { allow: nobody, fields: (at) => ({ ...item(at), run_id: 1 }) },

  'recycle/getList': { allow: editors, fields: item },
  'recycle/getPage': { allow: editors, fields: (at) => ({ ...item(at), page_id: at.place.gone }) },
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
