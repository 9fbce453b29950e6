import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { captchaFields, Flag, Id, Int, ItemRef, Line, Ns, OptionalId, Secret, Text } from './wire.ts'

/** One item in the list of a person. */
export const ItemCard = z.object({
  item_id: Ns,
  uid: Ns,
  item_name: z.string(),
  item_domain: z.string(),
  item_type: Ns,
  last_update_time: Ns,
  item_description: z.string(),
  is_del: Ns,
  is_archived: Ns,
  s_number: z.number(),
  creator: z.number(),
  manage: z.number(),
  is_private: z.number(),
  is_star: z.number(),
  username: z.string(),
  page_count: z.number(),
})

/** A page in the menu of an item: everything but its text. */
export const MenuPage = z.object({
  page_id: z.string(),
  author_uid: z.string(),
  cat_id: z.string(),
  page_title: z.string(),
  addtime: z.string(),
  ext_info: z.string(),
  is_draft: z.string(),
  s_number: z.string(),
})

/** A catalog in the menu of an item, with what is in it. */
export interface MenuCatalog {
  cat_id: string
  cat_name: string
  item_id: string
  s_number: string
  addtime: string
  parent_cat_id: string
  level: string
  pages: z.output<typeof MenuPage>[]
  catalogs: MenuCatalog[]
}

/** The tree of an item: what is at its root, and the catalogs. */
export interface Menu {
  pages: z.output<typeof MenuPage>[]
  catalogs: MenuCatalog[]
}

// Built and cached as a whole by the server, row by declared row; checking 5,000 nodes again at each answer would cost
// more than the answer.
const MenuShape = z
  .custom<Menu>((value) => typeof value === 'object' && value !== null)
  .meta({
    type: 'object',
    description: '{ pages: [page without its text], catalogs: [{ cat_id, cat_name, ..., pages, catalogs }] }',
  })

/** An item, opened. */
export const ItemInfo = z.object({
  item_id: Ns,
  item_domain: z.string(),
  is_archived: Ns,
  item_name: z.string(),
  item_description: z.string(),
  item_type: Ns,
  default_page_id: z.string(),
  unread_count: z.number(),
  menu: MenuShape,
  is_login: z.boolean(),
  is_private: z.number(),
  item_edit: z.boolean(),
  item_manage: z.boolean(),
  ItemPermn: z.boolean(),
  ItemCreator: z.boolean(),
  current_page_id: z.number(),
  global_param: z.unknown(),
  show_watermark: z.number(),
  allow_comment: Ns,
  allow_feedback: Ns,
})

/** What a visit password field shows instead of the password that is set; saving it keeps the password. */
export const passwordMask = '********'

const baseInfo = {
  item_description: Text(2000).optional().default(''),
  item_domain: Text(60).optional().default(''),
  password: Secret.optional().default(''),
}

/** Items: what holds catalogs and pages. */
export const item = {
  myList: query({
    summary: ['The items I may open, in my order', '我能打开的项目，按我的排序'],
    access: 'user',
    input: z.object({ item_group_id: Int(-1, 2 ** 50).optional(), original: Flag }),
    output: z.array(ItemCard),
  }),
  add: endpoint({
    summary: ['Create an item', '新建项目'],
    access: 'user',
    input: z.object({ item_type: Int(0, 4).optional().default(1), item_name: Line(), is_private: Flag, ...baseInfo }),
    output: z.object({ item_id: z.number() }),
    errors: ['privateNeedsPassword', 'domainBad', 'domainTaken', 'passwordTooLong'],
  }),
  detail: query({
    summary: ['The base info of an item, for its managers', '项目基础信息（管理者）'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.object({
      item_id: Ns,
      item_name: z.string(),
      item_description: z.string(),
      uid: Ns,
      username: z.string(),
      /** Empty for an open item, else a mask: the password itself is not kept. */
      password: z.string(),
      addtime: Ns,
      last_update_time: Ns,
      item_domain: z.string(),
      item_type: Ns,
      is_archived: Ns,
      is_del: Ns,
    }),
  }),
  update: endpoint({
    summary: ['Save the base info of an item', '保存项目基础信息'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, item_name: Line(), is_private: Flag, ...baseInfo }),
    output: z.object({ success: z.boolean() }),
    errors: ['privateNeedsPassword', 'domainBad', 'domainTaken', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Delete an item, with the password of its owner', '删除项目（需要所有者的登录密码）'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, password: z.string().max(1000) }),
    output: z.object({ success: z.boolean() }),
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  info: query({
    summary: ['Open an item: its menu, and what I may do', '打开项目：目录树与我的权限'],
    access: { item: 'view', by: 'item_id' },
    input: z.object({
      item_id: ItemRef,
      page_id: OptionalId,
      default_page_id: OptionalId,
      _item_pwd: Secret.optional(),
    }),
    output: ItemInfo,
    errors: ['itemPasswordNeeded', 'itemUnknown'],
  }),
  pwd: endpoint({
    summary: ['Give the visit password of a private item', '提交私密项目的访问密码'],
    access: 'anyone',
    input: z.object({
      item_id: ItemRef.optional(),
      page_id: OptionalId,
      password: Secret,
      ...captchaFields,
      refer_url: Text(2000).optional(),
    }),
    output: z.object({ refer_url: z.string() }),
    errors: ['itemPasswordWrong', 'itemUnknown', 'captchaWrong', 'captchaNeeded', 'tooManyTries'],
  }),
}
