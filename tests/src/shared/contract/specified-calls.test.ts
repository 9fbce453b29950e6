import { expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'

// Every call that the specification names, by controller. Source: specification 7.
const specified: Record<string, string> = {
  common: 'homePageSetting createCaptcha showCaptcha qrcode version',
  user: 'info loginByVerify registerByVerify oauthInfo updateInfo resetPassword logout allUser',
  ScriptCron: 'run',
  ExtLogin: 'oauth2',
  itemGroup: 'getList save delete saveSort',
  item: 'myList detail add update search info getKey resetKey archive attorn delete star unstar sort pwd getChangeLog',
  import: 'auto',
  export: 'word markdown checkMarkdownLimit',
  catalog: 'catListGroup catListName save delete batUpdate copy getPagesBycat',
  page: 'info infoByKey createSinglePage save delete sort history updateHistoryComments diff setLock isLock sqlToMarkdownTable uploadList deleteUploadFile upload uploadImg',
  recycle: 'getList recover',
  template: 'getMyList getItemList delete shareToItem save',
  subscription: 'getPageList savePage deletePage',
  mock: 'add infoByPageId',
  ai: 'create',
  member: 'getList save delete getMyAllList getAllList',
  team: 'getList save delete attorn exitTeam',
  teamMember: 'getList save delete',
  teamItem: 'getList getListByTeam save delete',
  teamItemMember: 'getList save',
  attachment: 'getMyList deleteMyAttachment bindingPage getAllList deleteAttachment',
  message: 'getAnnouncementList getRemindList setRead getUnread',
  adminItem: 'getList deleteItem attorn',
  adminUser: 'getList addUser deleteUser',
  adminSetting:
    'saveConfig loadConfig saveLdapConfig loadLdapConfig saveOauth2Config loadOauth2Config getLoginSecretKey resetLoginSecretKey',
  adminUpdate: 'checkUpdate download updateFiles',
  update: 'checkDb',
}

// The open API and its older names. Source: reference, formats-and-data 1.2.
const openApi: Record<string, string> = {
  item: 'updateByApi',
  open: 'updateItem updatePage getPage deletePage getCatalogTree createCatalog updateCatalog deleteCatalog uploadAttachment deleteAttachment fromComments updateDbItem',
  FromComments: 'generate',
}

// Additional calls of ShowDoc v3.9.2 that this product has as well. Source: reference, api-facts 23.
const besides: Record<string, string> = {
  pageComment: 'getList add delete',
  pageFeedback: 'getStat submit',
}

const pathsOf = (calls: Record<string, string>) =>
  Object.entries(calls).flatMap(([controller, actions]) =>
    actions.split(' ').map((action) => `${controller}/${action}`),
  )

const declared = new Set(
  Object.entries(contract).flatMap(([controller, actions]) =>
    Object.keys(actions).map((action) => `${controller}/${action}`),
  ),
)

test('lists the 114 addresses that the specification writes out and the seven settings it abbreviates', () => {
  expect(pathsOf(specified)).toHaveLength(121)
})

test.each(pathsOf(specified))('%s of the specification exists', (path) => {
  expect(declared).toContain(path)
})

test.each(pathsOf(openApi))('%s of the open API exists', (path) => {
  expect(declared).toContain(path)
})

test.each(pathsOf(besides))('%s of ShowDoc exists', (path) => {
  expect(declared).toContain(path)
})
