import { z } from 'zod'
import { itemTypes, maxItemType } from '#shared/item-types.ts'
import { endpoint, query } from './endpoint.ts'
import {
  captchaFields,
  DateText,
  DigitString,
  EmptyList,
  Flag,
  Id,
  IdList,
  Int,
  ItemRef,
  JsonText,
  OptionalFlag,
  OptionalId,
  objectMeta,
  pagingFields,
  Secret,
  SingleLine,
  Text,
  typeDescription,
} from './fields.ts'
import { ItemSearch, Keyword } from './search.ts'
import { OptionalVisibility, Visibility } from './visibility.ts'

/** An item in a person's list. */
export const ItemCard = z.object({
  item_id: DigitString,
  uid: DigitString,
  item_name: z.string(),
  item_domain: z.string(),
  item_type: DigitString,
  last_update_time: DigitString,
  item_description: z.string(),
  is_del: DigitString,
  is_archived: DigitString,
  s_number: z.number(),
  creator: z.number(),
  manage: z.number(),
  is_private: z.number(),
  visibility: Visibility,
  is_star: z.number(),
  username: z.string(),
  owner_name: z.string(),
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
  /**
   * After a search for pages: the rest of the row, with the text. Texts are at most 10 MB together, otherwise empty.
   */
  item_id: z.string().optional(),
  author_username: z.string().optional(),
  page_comments: z.string().optional(),
  page_addtime: z.string().optional(),
  is_del: z.string().optional(),
  page_content: z.string().optional(),
})

const MenuCatalog = z.object({
  cat_id: z.string(),
  cat_name: z.string(),
  item_id: z.string(),
  s_number: z.string(),
  addtime: z.string(),
  parent_cat_id: z.string(),
  level: z.string(),
  pages: z.array(MenuPage),
  catalogs: z.array(z.unknown()).meta(typeDescription('list of the same', '同样的列表')),
})

/** A catalog in the menu of an item, with its content. */
export interface MenuCatalog extends z.output<typeof MenuCatalog> {
  catalogs: MenuCatalog[]
}

/** The tree of an item: the pages at its root, and the catalogs. */
export interface Menu {
  pages: z.output<typeof MenuPage>[]
  catalogs: MenuCatalog[]
}

// Built and cached as a whole by the server, row by declared row; checking 5,000 nodes again in each response would
// cost more than the response. The server may return it already serialized.
const MenuShape = z
  .custom<Menu | { toJSON(): unknown }>((value) => typeof value === 'object' && value !== null)
  .transform((menu) => menu as Menu)
  .pipe(z.custom<Menu>())
  .meta(objectMeta(z.object({ pages: z.array(MenuPage), catalogs: z.array(MenuCatalog) })))

// Settings of an assistant for an item's readers. There is none, but existing clients read these fields.
const AiConfig = z.object({
  enabled: z.number(),
  dialog_collapsed: z.number(),
  guest_enabled: z.number(),
  welcome_message: z.string(),
  system_prompt: z.string(),
})

/** What is added to every request of an item's API pages. */
export const GlobalParam = z.object({
  query: z.array(z.unknown()),
  body: z.array(z.unknown()),
  header: z.array(z.unknown()),
  cookies: z.array(z.unknown()),
  preScript: z.string(),
  postScript: z.string(),
})

/** An item, opened. */
export const ItemInfo = z.object({
  item_id: DigitString,
  item_domain: z.string(),
  is_archived: DigitString,
  /** When it was archived, Unix seconds; 0 when it is not, or the time is unknown. */
  archive_time: DigitString,
  item_name: z.string(),
  item_description: z.string(),
  item_type: DigitString,
  /** The page to open: the requested one if it is in the menu, else the first in reading order; 0 for none. */
  default_page_id: z.string(),
  /** The catalogs of the page to open, from the first level down; 0 where there is none. */
  default_cat_id2: z.number(),
  default_cat_id3: z.number(),
  default_cat_id4: z.number(),
  unread_count: z.number(),
  menu: MenuShape,
  is_login: z.boolean(),
  is_private: z.number(),
  visibility: Visibility,
  item_edit: z.boolean(),
  item_manage: z.boolean(),
  /** Whether the caller is limited to some catalogs: only those are in the menu, and nothing may be put at the root. */
  is_limited: z.boolean(),
  ItemPermn: z.boolean(),
  ItemCreator: z.boolean(),
  current_page_id: z.number(),
  /** An empty list if nothing was ever set, except in an item of an API client. */
  global_param: z.union([GlobalParam, EmptyList]),
  show_watermark: z.number(),
  allow_comment: DigitString,
  allow_feedback: DigitString,
  ai_knowledge_base_enabled: z.number(),
  ai_config: AiConfig,
})

/** Shown in place of the password of an item that is not public; saving it keeps the item's visibility. */
export const passwordMask = '********'

const row = {
  item_id: DigitString,
  item_name: z.string(),
  item_description: z.string(),
  uid: DigitString,
  username: z.string(),
  /**
   * Empty for a public item, otherwise a mask, even without a password: by it existing clients recognize a private
   * item.
   */
  password: z.string(),
  visibility: Visibility,
  addtime: DigitString,
  last_update_time: DigitString,
  item_domain: z.string(),
  item_type: DigitString,
  is_archived: DigitString,
  is_del: DigitString,
  allow_comment: DigitString,
  allow_feedback: DigitString,
}

/** The key of an item for the open API. */
export const ItemKey = z.object({
  id: DigitString,
  item_id: DigitString,
  api_key: z.string(),
  api_token: z.string(),
  addtime: DigitString,
  last_check_time: DigitString,
})

/** An entry of an item's change log. */
export const ChangeLine = z.object({
  id: DigitString,
  uid: DigitString,
  item_id: DigitString,
  op_action_type: z.string(),
  op_action_type_desc: z.string(),
  op_object_type: z.string(),
  op_object_type_desc: z.string(),
  op_object_id: DigitString,
  op_object_name: z.string(),
  remark: z.string(),
  optime: DateText,
  /** The time in Unix seconds: `optime` for clients in any zone. */
  time: DigitString,
  username: z.string(),
  name: z.string(),
  /** The user name, with the display name in brackets if there is one. */
  oper: z.string(),
})

// Rows are stored as the API client wrote them, with any other fields.
const ParamRows = z.array(z.record(z.string(), z.unknown())).max(500)

// What is left out stays as it is.
const NewGlobalParam = z.object({
  query: ParamRows.optional(),
  body: ParamRows.optional(),
  header: ParamRows.optional(),
  cookies: ParamRows.optional(),
})

/** The caller's own groups that an item should be in: a comma-separated list or JSON. */
const GroupIds = z.union([IdList, JsonText(z.array(Id).max(1000))]).optional()

// It may be empty: a copy then gets the name of its source, and everything else gets an error that says so.
const ItemName = SingleLine(200, 0)

/** The caller's own sign-in password, before an operation that cannot be undone. */
const OwnPassword = z.string().max(1000)

// A group of items in a person's order: all (0), starred (-1), or one of their own. Source: specification 9.
const ItemGroup = Int(-1, 2 ** 50)

// Positions by item_id. Items without a known position are sorted by their id, so positions may be as large.
const Places = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/), Int(-(2 ** 50), 2 ** 50))
  .refine((places) => Object.keys(places).length <= 20_000, { error: 'too many items' })

/** Calls for items, which hold catalogs and pages. */
export const item = {
  myList: query({
    summary: ['List the projects you can open, in your order', '我能打开的项目，按我的排序'],
    access: 'user',
    input: z.object({ item_group_id: ItemGroup.optional().default(0), original: Flag }),
    output: z.array(ItemCard),
  }),
  add: endpoint({
    summary: ['Create a project or copy one (`copy_item_id`)', '新建项目，或复制项目（copy_item_id）'],
    creates: true,
    access: 'user',
    input: z.object({
      /** A copy has the type of its source. */
      item_type: Int(0, maxItemType).optional().default(itemTypes.regular.numbers[0]),
      item_name: ItemName.optional().default(''),
      item_description: Text(2000).optional().default(''),
      item_domain: Text(60).optional().default(''),
      visibility: OptionalVisibility,
      /** Without `visibility`: empty for a public item; left out, a copy has the visibility of its source. */
      password: Secret.optional(),
      is_private: Flag,
      copy_item_id: OptionalId,
      item_group_id: OptionalId,
      item_group_ids: GroupIds,
      allow_comment: Flag,
      allow_feedback: Flag,
    }),
    output: z.object({ item_id: z.number() }),
    errors: [
      'itemNameNeeded',
      'privateNeedsPassword',
      'domainBad',
      'domainTaken',
      'itemGroupGone',
      'itemPasswordNeeded',
      'noRight',
    ],
  }),
  detail: query({
    summary: ['Get the basic information of a project, for people who can manage it', '项目基础信息（管理者）'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.object({ ...row, owner_name: z.string(), group_ids: z.array(z.number()), ai_config: AiConfig }),
  }),
  update: endpoint({
    summary: [
      'Save the basic information of a project; omitted fields stay unchanged',
      '保存项目基础信息，未传的字段不变',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({
      item_id: Id,
      item_name: ItemName,
      item_description: Text(2000).optional(),
      item_domain: Text(60).optional(),
      visibility: OptionalVisibility,
      /** Without `visibility`: empty makes the item public, the mask keeps its visibility. */
      password: Secret.optional(),
      is_private: Flag,
      item_group_ids: GroupIds,
      allow_comment: OptionalFlag,
      allow_feedback: OptionalFlag,
    }),
    output: z.object({ success: z.boolean() }),
    errors: ['itemNameNeeded', 'privateNeedsPassword', 'domainBad', 'domainTaken', 'itemGroupGone', 'itemArchived'],
  }),
  archive: endpoint({
    summary: [
      'Archive a project, which makes it read-only; requires your own password',
      '归档项目（需要自己的登录密码），之后只读',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, password: OwnPassword }),
    output: z.object({ success: z.boolean() }),
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  attorn: endpoint({
    summary: ['Transfer a project to another person; requires your own password', '转让项目（需要自己的登录密码）'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, username: SingleLine(), password: OwnPassword }),
    output: z.object(row),
    errors: ['passwordWrong', 'tooManyTries', 'userNotFound', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Delete a project; requires your own password', '删除项目（需要自己的登录密码）'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id, password: OwnPassword }),
    output: z.object({ success: z.boolean() }),
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  search: query({ ...ItemSearch, access: { item: 'view', by: 'item_id' }, errors: ['keywordNeeded'] }),
  info: query({
    summary: ['Get a project with its menu and your permissions', '打开项目：目录树与我的权限'],
    access: { item: 'view', by: 'item_id' },
    input: z.object({
      item_id: ItemRef,
      page_id: OptionalId,
      default_page_id: OptionalId,
      /** With it, the menu is a flat list of the pages that contain it, with their texts. */
      keyword: Keyword,
      _item_pwd: Secret.optional(),
    }),
    output: ItemInfo,
    errors: ['itemPasswordNeeded', 'itemUnknown', 'keywordNeeded'],
  }),
  star: endpoint({
    summary: ['Star a project', '收藏项目'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: z.object({ item_id: Id, _item_pwd: Secret.optional() }),
    output: z.object({ id: z.number() }),
  }),
  unstar: endpoint({
    summary: ['Remove the star from a project', '取消收藏'],
    access: 'user',
    input: z.object({ item_id: Id }),
    output: EmptyList,
  }),
  sort: endpoint({
    summary: ['Save your order of the projects in a group', '保存我在某个分组里的项目排序'],
    access: 'user',
    input: z.object({
      /** item_id to position. */
      data: JsonText(Places),
      item_group_id: ItemGroup.optional().default(0),
    }),
    output: EmptyList,
    errors: ['itemGroupGone'],
  }),
  exitItem: endpoint({
    summary: [
      'Leave a project that you’re a member of, directly or through teams',
      '退出我作为成员（包括通过团队）的项目',
    ],
    access: 'user',
    input: z.object({ item_id: Id }),
    output: EmptyList,
    errors: ['notAMember'],
  }),
  getKey: endpoint({
    summary: [
      'Get the key of a project for the open API; the first request creates it',
      '项目的开放 API 密钥，首次调用时生成',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: ItemKey,
    errors: ['itemArchived'],
  }),
  resetKey: endpoint({
    summary: ['Reset the `api_token`; the old one stops working immediately', '重置 api_token，旧的立即失效'],
    access: { item: 'manage', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: ItemKey,
    errors: ['itemArchived'],
  }),
  getGlobalParam: query({
    summary: [
      'Get the global parameters, which are sent with every request of a project’s API pages',
      '项目中所有接口共用的全局参数',
    ],
    access: { item: 'view', by: 'item_id' },
    input: z.object({ item_id: Id, _item_pwd: Secret.optional() }),
    output: GlobalParam,
  }),
  setGlobalParam: endpoint({
    summary: [
      'Change the global parameters of a project; omitted lists stay unchanged',
      '修改全局参数，未传的列表不变',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, global_param: JsonText(NewGlobalParam) }),
    output: GlobalParam,
    errors: ['itemArchived', 'noRight', 'textTooLong'],
  }),
  getChangeLog: query({
    summary: [
      'List who changed what in a project: the last 300 changes, newest first',
      '项目变更日志：最近 300 条，新的在前',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, ...pagingFields(15) }),
    output: z.object({ total: z.number(), list: z.array(ChangeLine) }),
  }),
  pwd: endpoint({
    summary: ['Submit the access password of a project', '提交项目的访问密码'],
    access: 'anyone',
    input: z.object({
      /** With `page_id` it may be empty. */
      item_id: z.union([z.literal(['', '0', 0]).transform(() => undefined), ItemRef]).optional(),
      page_id: OptionalId,
      password: Secret,
      ...captchaFields,
      refer_url: Text(2000).optional(),
    }),
    output: z.object({ refer_url: z.string() }),
    errors: ['itemPasswordWrong', 'itemUnknown', 'captchaWrong', 'captchaNeeded', 'tooManyTries'],
  }),
}
