import { z } from 'zod'
import { itemTypes, maxItemType } from '#shared/item-types.ts'
import { DocsSiteInfo } from './docs-site.ts'
import { about, endpoint, query } from './endpoint.ts'
import {
  captchaFields,
  DateText,
  type Description,
  DigitString,
  described,
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
import { inputs, outputs, texts } from './shared-fields.ts'
import { OptionalVisibility } from './visibility.ts'

const itemGroupIdText: Description = [
  'Group; 0 for all projects (the default), -1 for starred ones',
  '分组；0 全部（默认），-1 已收藏',
]
const itemDomainText: Description = [
  'Custom URL: 3 to 50 letters or digits, with at least one letter; empty for none',
  '自定义地址：3 到 50 个字母或数字，不能全为数字；留空表示没有',
]
const visibilityText: Description = [
  'Who can see the project: only members, anyone with the access password, or everyone; if omitted, `password` decides',
  '谁可以看到项目：仅成员可见、凭密码访问或公开；不传则由 `password` 决定',
]
const isPrivateText: Description = [
  'Private project, for older clients: if `visibility` is omitted, an access password is required',
  '供旧客户端使用，未传 `visibility` 时有效：需要访问密码',
]

/** An item in a person's list. */
const ItemCard = z.object({
  item_id: outputs.item_id,
  uid: outputs.owner,
  item_name: outputs.item_name,
  item_domain: outputs.item_domain,
  item_type: outputs.item_type,
  last_update_time: outputs.changed_seconds,
  item_description: outputs.item_description,
  is_del: outputs.is_del,
  is_archived: outputs.is_archived,
  s_number: described(z.number(), ['For existing clients: always 0', '供现有客户端使用，始终为 0']),
  creator: described(z.number(), ['1 if the caller owns it', '调用者是所有者时为 1']),
  is_member: described(z.number(), [
    '1 if the caller owns it or is a member; 0 for a public project that the caller starred',
    '调用者是所有者或成员时为 1；仅收藏的公开项目为 0',
  ]),
  manage: described(z.number(), ['1 if the caller can manage it', '调用者可管理时为 1']),
  is_private: described(z.number(), texts.is_private),
  visibility: outputs.visibility,
  is_star: described(z.number(), ['1 if the caller starred it', '调用者已收藏时为 1']),
  username: outputs.owner_username,
  owner_name: outputs.owner_name,
  page_count: described(z.number(), ['Number of pages', '页面数']),
})

/** A page in the menu of an item: everything but its text. */
const MenuPage = z.object({
  page_id: described(z.string(), texts.page_id),
  author_uid: described(z.string(), ['Who saved it last', '最后保存者']),
  cat_id: outputs.cat_id_text,
  page_title: outputs.page_title,
  addtime: described(z.string(), ['When it was last saved, Unix seconds', '最后保存时间，Unix 秒']),
  ext_info: outputs.ext_info,
  is_draft: described(z.string(), ['1 if only its author can see it', '仅作者可见时为 1']),
  s_number: outputs.s_number_text,
  /**
   * After a search for pages: the rest of the row, with the text. Texts are at most 10 MB together, otherwise empty.
   */
  item_id: described(z.string().optional(), texts.item_id),
  author_username: described(z.string().optional(), ['That person’s username', '最后保存者的用户名']),
  page_comments: described(z.string().optional(), texts.page_comments),
  page_addtime: described(z.string().optional(), texts.page_addtime),
  is_del: described(z.string().optional(), ['1 if it’s deleted', '已删除时为 1']),
  page_content: described(z.string().optional(), texts.page_content),
})

const MenuCatalog = z.object({
  cat_id: outputs.cat_id_text,
  cat_name: outputs.cat_name,
  item_id: described(z.string(), texts.item_id),
  s_number: outputs.s_number_text,
  addtime: described(z.string(), texts.created),
  parent_cat_id: described(z.string(), texts.parent_cat_id),
  level: described(z.string(), texts.level),
  pages: described(z.array(MenuPage), texts.pages),
  catalogs: described(z.array(z.unknown()).meta(typeDescription('list of the same', '同样的列表')), texts.catalogs),
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
  .meta(
    objectMeta(
      z.object({
        pages: described(z.array(MenuPage), texts.pages),
        catalogs: described(z.array(MenuCatalog), texts.catalogs),
      }),
    ),
  )

// Settings of an assistant for an item's readers. There is none, but existing clients read these fields.
const AiConfig = z.object({
  enabled: outputs.legacy,
  dialog_collapsed: outputs.legacy,
  guest_enabled: outputs.legacy,
  welcome_message: outputs.legacy_text,
  system_prompt: outputs.legacy_text,
})

/** What is added to every request of an item's API pages. */
const GlobalParam = z.object({
  query: described(z.array(z.unknown()), texts.legacy),
  body: described(z.array(z.unknown()), texts.legacy),
  header: described(z.array(z.unknown()), texts.legacy),
  cookies: described(z.array(z.unknown()), texts.legacy),
  preScript: outputs.legacy_text,
  postScript: outputs.legacy_text,
})

/** An item, opened. */
const ItemInfo = z.object({
  item_id: outputs.item_id,
  item_domain: outputs.item_domain,
  is_archived: outputs.is_archived,
  /** When it was archived, Unix seconds; 0 when it is not, or the time is unknown. */
  archive_time: described(DigitString, [
    'When it was archived, Unix seconds; 0 if it isn’t',
    '归档时间，Unix 秒；0 表示未归档',
  ]),
  item_name: outputs.item_name,
  item_description: outputs.item_description,
  item_type: outputs.item_type,
  /** The page to open: the requested one if it is in the menu, else the first in reading order; 0 for none. */
  default_page_id: described(z.string(), ['Page to open; 0 for none', '要打开的页面；没有时为 0']),
  default_cat_id2: described(z.number(), [
    'Top-level folder of the page to open; 0 for none',
    '要打开的页面所在的一级目录；没有时为 0',
  ]),
  default_cat_id3: described(z.number(), ['Its second-level folder', '所在的二级目录']),
  default_cat_id4: described(z.number(), ['Its third-level folder', '所在的三级目录']),
  unread_count: outputs.unread_count,
  menu: described(MenuShape, ['Tree: pages at the root, and folders', '目录树：根目录的页面及各级目录']),
  is_login: described(z.boolean(), ['Whether the caller is signed in', '调用者是否已登录']),
  is_private: described(z.number(), texts.is_private),
  visibility: outputs.visibility,
  item_edit: described(z.boolean(), ['Whether the caller can edit', '调用者可否编辑']),
  item_manage: described(z.boolean(), ['Whether the caller can manage', '调用者可否管理']),
  /** Whether the caller is limited to some catalogs: only those are in the menu, and nothing may be put at the root. */
  is_limited: described(z.boolean(), ['Whether the caller is limited to some folders', '调用者仅限部分目录']),
  ItemPermn: described(z.boolean(), ['Older name of `item_edit`', '`item_edit` 的旧名称']),
  ItemCreator: described(z.boolean(), ['Whether the caller owns it', '调用者是否所有者']),
  current_page_id: described(z.number(), ['The requested page', '请求的页面']),
  /** An empty list if nothing was ever set, except in an item of an API client. */
  global_param: described(z.union([GlobalParam, EmptyList]), [
    'Shared parameters sent with every request of the project’s API pages; an empty list if none were ever set',
    '项目中所有接口共用的全局参数；从未设置时为空数组',
  ]),
  show_watermark: described(z.number(), texts.show_watermark),
  allow_comment: outputs.allow_comment,
  allow_feedback: outputs.allow_feedback,
  ai_knowledge_base_enabled: outputs.legacy,
  ai_config: described(AiConfig, ['For existing clients: always turned off', '供现有客户端使用，始终为关闭']),
  docs_site: described(DocsSiteInfo.nullable(), [
    'The docs site that it’s published as; null if it isn’t',
    '作为文档站点发布时的信息；未发布时为 null',
  ]),
})

/** Shown in place of the password of an item that is not public; saving it keeps the item's visibility. */
export const passwordMask = '********'

const row = {
  item_id: outputs.item_id,
  item_name: outputs.item_name,
  item_description: outputs.item_description,
  uid: outputs.owner,
  username: outputs.owner_username,
  /**
   * Empty for a public item, otherwise a mask, even without a password: by it existing clients recognize a private
   * item.
   */
  password: described(z.string(), ['Empty for a public project, otherwise a mask', '公开项目为空，否则为掩码']),
  visibility: outputs.visibility,
  addtime: outputs.created_seconds,
  last_update_time: outputs.changed_seconds,
  item_domain: outputs.item_domain,
  item_type: outputs.item_type,
  is_archived: outputs.is_archived,
  is_del: outputs.is_del,
  allow_comment: outputs.allow_comment,
  allow_feedback: outputs.allow_feedback,
}

/** The key of an item for the open API. */
const ItemKey = z.object({
  id: outputs.id,
  item_id: outputs.item_id,
  api_key: described(z.string(), ['The project’s api_key', '项目的 api_key']),
  api_token: described(z.string(), ['The project’s api_token', '项目的 api_token']),
  addtime: outputs.created_seconds,
  last_check_time: described(DigitString, [
    'When the key was last used, Unix seconds',
    '密钥最近一次使用的时间，Unix 秒',
  ]),
})

/** An entry of an item's change log. */
const ChangeLine = z.object({
  id: outputs.id,
  uid: outputs.uid,
  item_id: outputs.item_id,
  op_action_type: described(z.string(), ['What was done', '操作']),
  op_action_type_desc: described(z.string(), ['The same in words', '操作的名称']),
  op_object_type: described(z.string(), ['Type of the object', '操作对象的类型']),
  op_object_type_desc: described(z.string(), ['The same in words', '操作对象类型的名称']),
  op_object_id: described(DigitString, ['The object it was done to', '操作对象']),
  op_object_name: described(z.string(), ['Name of the object at the time', '操作对象当时的名称']),
  remark: described(z.string(), ['Note', '备注']),
  optime: described(DateText, ['When it was done', '操作时间']),
  time: outputs.time,
  username: outputs.username,
  name: outputs.name,
  oper: described(z.string(), ['Who did it: username, with the name in brackets', '操作者：用户名（姓名）']),
})

// Rows are stored as the API client wrote them, with any other fields.
const ParamRows = z.array(z.record(z.string(), z.unknown())).max(500)

// What is left out stays as it is.
const NewGlobalParam = z.object({
  query: described(ParamRows.optional(), ['Query parameters', 'Query 参数']),
  body: described(ParamRows.optional(), ['Body parameters (forms)', 'Body 参数（表单）']),
  header: described(ParamRows.optional(), ['Headers', '请求头']),
  cookies: described(ParamRows.optional(), ['Cookies', 'Cookie']),
})

/** The caller's own groups that an item should be in: a comma-separated list or JSON. */
const GroupIds = z.union([IdList, JsonText(z.array(Id).max(1000))]).optional()

// It may be empty: a copy then gets the name of its source, and everything else gets an error that says so.
const ItemName = SingleLine(200, 0)

// A group of items in a person's order: all (0), starred (-1), or one of their own. Source: specification 9.
const ItemGroup = Int(-1, 2 ** 50)

// Positions by item_id. Items without a known position are sorted by their id, so positions may be as large.
const Places = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/), Int(-(2 ** 50), 2 ** 50))
  .refine((places) => Object.keys(places).length <= 20_000, { error: 'too many items' })

/** Calls for items, which hold catalogs and pages. */
export const item = {
  ...about({
    title: ['Projects', '项目'],
    text: [
      'A project contains folders and pages, and has its own members and settings.',
      '项目包含目录和页面，并有自己的成员和设置。',
    ],
  }),
  myList: query({
    summary: ['List the projects you can open, in your order', '我能打开的项目，按我的排序'],
    access: 'user',
    input: () =>
      z.object({
        item_group_id: described(ItemGroup.optional().default(0), itemGroupIdText),
        original: described(Flag, ['Only projects you own', '只列出自己拥有的项目']),
        with_starred: described(Flag, [
          'Also public projects that you starred without being a member; group -1 has them anyway',
          '同时列出仅收藏的公开项目（非成员）；分组 -1 总会包含',
        ]),
      }),
    output: () => z.array(ItemCard),
  }),
  add: endpoint({
    summary: ['Create a project or copy one (`copy_item_id`)', '新建项目，或复制项目（copy_item_id）'],
    creates: true,
    access: 'user',
    targets: { source: { item: 'edit', by: 'copy_item_id' } },
    input: () =>
      z.object({
        item_type: described(Int(0, maxItemType).optional().default(itemTypes.regular.numbers[0]), [
          '1 document (the default), 2 single page, 3 API client, 4 spreadsheet; a copy has the type of its source',
          '1 常规项目（默认），2 单页项目，3 API 客户端，4 电子表格；复制时沿用原项目的类型',
        ]),
        item_name: described(ItemName.optional().default(''), [
          'Project name; a copy without one keeps the name of its source',
          '项目名称；复制时可不传，沿用原名称',
        ]),
        item_description: described(Text(2000).optional().default(''), texts.item_description),
        item_domain: described(Text(60).optional().default(''), itemDomainText),
        visibility: described(OptionalVisibility, visibilityText),
        password: described(Secret.optional(), [
          'Access password; without `visibility`, an empty one makes the project public, and a copy without this field takes it from its source',
          '访问密码；未传 `visibility` 时，留空表示公开，复制时不传则沿用原项目',
        ]),
        is_private: described(Flag, isPrivateText),
        copy_item_id: described(OptionalId, ['Project to copy; 0 for a new one', '要复制的项目；0 表示新建']),
        item_group_id: described(OptionalId, ['Your own group that the project is in', '项目所属的个人分组']),
        item_group_ids: described(GroupIds, ['Your own groups that the project is in', '项目所属的个人分组']),
        allow_comment: described(Flag, texts.allow_comment),
        allow_feedback: described(Flag, texts.allow_feedback),
      }),
    output: () => z.object({ item_id: outputs.item_id_number }),
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
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.object({
        ...row,
        owner_name: outputs.owner_name,
        group_ids: described(z.array(z.number()), ['The caller’s groups that it’s in', '所在的个人分组']),
        ai_config: described(AiConfig, ['For existing clients: always turned off', '供现有客户端使用，始终为关闭']),
      }),
  }),
  update: endpoint({
    summary: [
      'Save the basic information of a project; omitted fields stay unchanged',
      '保存项目基础信息，未传的字段不变',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        item_name: described(ItemName, ['Project name', '项目名称']),
        item_description: described(Text(2000).optional(), texts.item_description),
        item_domain: described(Text(60).optional(), itemDomainText),
        visibility: described(OptionalVisibility, visibilityText),
        password: described(Secret.optional(), [
          'Access password; sending the mask keeps it. Without `visibility`, an empty one makes the project public, and the mask leaves visibility unchanged',
          '访问密码；提交掩码则保持不变。未传 `visibility` 时，留空则公开，掩码则保持可见范围不变',
        ]),
        is_private: described(Flag, isPrivateText),
        item_group_ids: described(GroupIds, ['Your own groups that the project is in', '项目所属的个人分组']),
        allow_comment: described(OptionalFlag, texts.allow_comment),
        allow_feedback: described(OptionalFlag, texts.allow_feedback),
      }),
    output: () => z.object({ success: outputs.success }),
    errors: ['itemNameNeeded', 'privateNeedsPassword', 'domainBad', 'domainTaken', 'itemGroupGone', 'itemArchived'],
  }),
  archive: endpoint({
    summary: [
      'Archive a project, which makes it read-only; requires your own password',
      '归档项目（需要自己的登录密码），之后只读',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, password: inputs.own_password }),
    output: () => z.object({ success: outputs.success }),
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  attorn: endpoint({
    summary: ['Transfer a project to another person; requires your own password', '转让项目（需要自己的登录密码）'],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        username: described(SingleLine(), texts.new_owner),
        password: inputs.own_password,
      }),
    output: () => z.object(row),
    errors: ['passwordWrong', 'tooManyTries', 'userNotFound', 'itemArchived'],
  }),
  delete: endpoint({
    summary: ['Delete a project; requires your own password', '删除项目（需要自己的登录密码）'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, password: inputs.own_password }),
    output: () => z.object({ success: outputs.success }),
    errors: ['passwordWrong', 'tooManyTries'],
  }),
  search: query({ ...ItemSearch, access: { item: 'view', by: 'item_id' }, errors: ['keywordNeeded'] }),
  info: query({
    summary: ['Get a project with its menu and your permissions', '打开项目：目录树与我的权限'],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: described(ItemRef, texts.item_id),
        page_id: described(OptionalId, ['Page to open', '要打开的页面']),
        default_page_id: described(OptionalId, [
          'Page to open if `page_id` is omitted',
          '未提供 `page_id` 时要打开的页面',
        ]),
        keyword: described(Keyword, [
          'Search words; if sent, the menu is a flat list of the pages that contain all of them, with their texts',
          '提供后，目录变为包含全部关键词的页面列表，并带有内容',
        ]),
        _item_pwd: inputs._item_pwd,
      }),
    output: ItemInfo,
    errors: ['itemPasswordNeeded', 'itemUnknown', 'keywordNeeded'],
  }),
  star: endpoint({
    summary: ['Star a project', '收藏项目'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () => z.object({ item_id: inputs.item_id, _item_pwd: inputs._item_pwd }),
    output: () => z.object({ id: outputs.id_number }),
  }),
  unstar: endpoint({
    summary: ['Remove the star from a project', '取消收藏'],
    access: 'user',
    input: () => z.object({ item_id: inputs.item_id }),
    output: EmptyList,
  }),
  sort: endpoint({
    summary: ['Save your order of the projects in a group', '保存我在某个分组里的项目排序'],
    access: 'user',
    input: () =>
      z.object({
        data: described(JsonText(Places), ['Positions by project ID', '以项目 ID 为键的位置']),
        item_group_id: described(ItemGroup.optional().default(0), itemGroupIdText),
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
    input: () => z.object({ item_id: inputs.item_id }),
    output: EmptyList,
    errors: ['notAMember'],
  }),
  getKey: endpoint({
    summary: [
      'Get the key of a project for the open API; the first request creates it',
      '项目的开放 API 密钥，首次调用时生成',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: ItemKey,
    errors: ['itemArchived'],
  }),
  resetKey: endpoint({
    summary: ['Reset the `api_token`; the old one stops working immediately', '重置 api_token，旧的立即失效'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: ItemKey,
    errors: ['itemArchived'],
  }),
  getGlobalParam: query({
    summary: [
      'Get the global parameters, which are sent with every request of a project’s API pages',
      '项目中所有接口共用的全局参数',
    ],
    access: { item: 'view', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, _item_pwd: inputs._item_pwd }),
    output: GlobalParam,
  }),
  setGlobalParam: endpoint({
    summary: [
      'Change the global parameters of a project; omitted lists stay unchanged',
      '修改全局参数，未传的列表不变',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        global_param: described(JsonText(NewGlobalParam), [
          'Shared parameters sent with every request, one list per kind',
          '所有请求共用的参数，每类一个列表',
        ]),
      }),
    output: GlobalParam,
    errors: ['itemArchived', 'noRight', 'textTooLong'],
  }),
  getChangeLog: query({
    summary: [
      'List who changed what in a project: the last 300 changes, newest first',
      '项目变更日志：最近 300 条，新的在前',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, ...pagingFields(15) }),
    output: () => z.object({ total: outputs.total, list: described(z.array(ChangeLine), ['Rows', '列表']) }),
  }),
  pwd: endpoint({
    summary: ['Submit the access password of a project', '提交项目的访问密码'],
    access: 'anyone',
    input: () =>
      z.object({
        /** With `page_id` it may be empty. */
        item_id: described(z.union([z.literal(['', '0', 0]).transform(() => undefined), ItemRef]).optional(), [
          'Project; may be empty if `page_id` is sent',
          '项目；提供 `page_id` 时可为空',
        ]),
        page_id: described(OptionalId, ['A page of the project', '项目中的页面']),
        password: described(Secret, ['Access password', '访问密码']),
        ...captchaFields,
        refer_url: described(Text(2000).optional(), [
          'Path on this site, in Base64, returned in the response',
          '站内路径（Base64），在返回中原样给出',
        ]),
      }),
    output: () =>
      z.object({
        refer_url: described(z.string(), [
          'Path to open; empty if it isn’t on this site',
          '要跳转的路径；不是站内路径时为空',
        ]),
      }),
    errors: ['itemPasswordWrong', 'itemUnknown', 'captchaWrong', 'captchaNeeded', 'tooManyTries'],
  }),
}
