import { type Setting, type SettingFormName, settingForms, signInSettings, siteSettings } from '#shared/settings.ts'
import { apiCallFieldDescriptions } from './api-call-descriptions.ts'

/** A meaning in English and in Chinese. */
export type Description = readonly [en: string, zh: string]

/** Returns what settings mean, by name. */
const textsOf = (settings: Readonly<Record<string, Setting>>, prefix = ''): Record<string, Description> =>
  Object.fromEntries(Object.entries(settings).map(([name, { text }]) => [prefix + name, text]))

/** Returns what the fields of a form of settings mean, by path. */
const textsOfForm = (form: SettingFormName) => textsOf(settingForms[form], `${form}.`)

/** Returns what the fields of a loaded form of settings mean, by path; its secrets are masks. */
export const textsOfLoadedForm = (form: SettingFormName): Record<string, Description> => {
  const settings = Object.entries<Setting>(settingForms[form]).filter(([, { kind }]) => kind !== 'secret')
  return textsOf(Object.fromEntries(settings), `${form}.`)
}

const { ldap_open, oauth2_open } = signInSettings

/**
 * What the fields of inputs mean, by name: those of calls, and those in the JSON that some of them take. A call in which a
 * name means something else has its own line in `callFieldWords`.
 */
export const fieldDescriptions: Readonly<Record<string, Description>> = {
  ...textsOf({ ...siteSettings, ldap_open, oauth2_open }),
  _item_pwd: ['Access password of the project, for people who aren’t members', '项目的访问密码，供非成员使用'],
  allow_comment: ['Allow comments', '允许评论'],
  allow_feedback: ['Allow page feedback', '允许反馈'],
  api_key: ['The project’s api_key', '项目的 api_key'],
  api_token: ['The project’s api_token', '项目的 api_token'],
  attachment_type: ['1 images, 2 other files; any other value: both', '1 图片，2 其他文件；其他值表示全部'],
  base_version: [
    'Base version: the `page_version` you edited; if sent, saving over a newer version fails',
    '修改所依据的 `page_version`；提供后，若已有更新的版本则拒绝保存',
  ],
  captcha: ['Captcha code: the characters shown in the image', '验证码图片中的字符'],
  captcha_id: ['Captcha ID, from common/createCaptcha', '验证码编号，由 common/createCaptcha 返回'],
  cat_id: ['Folder; 0 for the root', '目录；0 为根目录'],
  cat_ids: [
    'Top-level folders that access is limited to; takes precedence over `cat_id`',
    '限定的一级目录；优先于 `cat_id`',
  ],
  cat_name: ['Folder name', '目录名称'],
  cat_name_sub: ['One more folder level, as sent by older scripts', '下一级目录，供旧脚本使用'],
  cats: ['Moved folders and pages, with their new positions', '移动后的目录和页面及其位置'],
  comment_id: ['Comment', '评论'],
  confirm: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  confirm_password: ['Password confirmation', '再次输入密码'],
  content: ['Source code with comments that describe an API', '带有接口注释的源代码'],
  copy_item_id: ['Project to copy; 0 for a new one', '要复制的项目；0 表示新建'],
  copy_page_id: ['Page to copy', '被复制的页面'],
  count: ['Rows per page of the list', '每页行数'],
  data: ['Positions by project ID', '以项目 ID 为键的位置'],
  day_starts: ['Start of each day, Unix seconds', '每天开始的时刻，Unix 秒'],
  default_page_id: ['Page to open if `page_id` is omitted', '未提供 `page_id` 时要打开的页面'],
  detail: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  display_name: ['Part of the file name', '文件名包含的文字'],
  dragged_id: ['What was dragged, for the activity log', '被拖动的对象，用于变更日志'],
  dragged_title: ['Title of what was dragged', '被拖动对象的标题'],
  dragged_type: ['Type of what was dragged: `page`, otherwise a folder', '`page` 表示页面，否则为目录'],
  expire_days: ['Number of days until the link expires; 0 for never', '链接的有效天数；0 表示永久'],
  export_format: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  ext_info: ['Data that clients store with a page, kept unchanged', '客户端随页面保存的信息，原样存储'],
  feedback_type: ['1 helpful, 2 not helpful, 0 withdraws the feedback', '1 有帮助，2 没有帮助，0 撤回评价'],
  file_id: ['File', '文件'],
  file_ids: ['Files', '多个文件'],
  file_url: ['File URL', '文件地址'],
  from: [
    '`runapi` imports an API description as a new API client project; in any project, its pages are API JSON',
    '`runapi` 表示把接口描述导入为 API 客户端编辑的新项目；任何项目中其页面都是 API JSON',
  ],
  from_uid: ['Sender of the message; 0 for an announcement', '发送者；公告为 0'],
  group_name: ['Group name', '分组名称'],
  groupid: ['1 administrator, 2 regular user', '1 管理员，2 普通用户'],
  groups: ['Groups in their new order', '排序后的分组'],
  invite_code: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  inviteCode: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  isCreateSiglePage: [
    'Public link: `true` creates a new link; any other value removes it',
    '`true` 生成新链接；其他值取消链接',
  ],
  is_del: ['1 for deleted projects', '1 表示已删除'],
  is_disabled: ['Deactivate the account', '停用账号'],
  is_draft: [
    '1 keeps a new page visible to its author only, 0 publishes it; -1 leaves it unchanged',
    '1 仅作者可见，0 公开；-1 表示不变',
  ],
  is_autosave: [
    '1 for programs that save automatically while someone writes: saves by the same person within ten minutes keep one earlier version',
    '程序在用户编辑时自动保存传 1：同一人十分钟内的多次保存只保留一个旧版本',
  ],
  is_notify: ['Notify subscribers of the page', '通知页面的订阅者'],
  is_private: [
    'Private project, for older clients: if `visibility` is omitted, an access password is required',
    '供旧客户端使用，未传 `visibility` 时有效：需要访问密码',
  ],
  is_urlencode: [
    'Extra encoding: 1 if `page_content` is percent-encoded once more',
    '`page_content` 额外做了一次百分号编码',
  ],
  item_description: ['Project description', '项目简介'],
  item_domain: [
    'Custom URL: 3 to 50 letters or digits, with at least one letter; empty for none',
    '自定义地址：3 到 50 个字母或数字，不能全为数字；留空表示没有',
  ],
  item_group_id: ['Group; 0 for all projects (the default), -1 for starred ones', '分组；0 全部（默认），-1 已收藏'],
  item_group_ids: ['Your own groups that the project is in', '项目所属的个人分组'],
  item_id: ['Project', '项目'],
  item_ids: ['Projects of the group; omit to leave them unchanged', '分组中的项目；不传则不变'],
  item_member_id: ['Member ID, from member/getList', '成员编号，由 member/getList 返回'],
  item_name: ['Project name', '项目名称'],
  job_id: ['Task ID', '任务编号'],
  keyword: [
    'Search words: all must occur, each may be part of a longer word; case and full or half width don’t matter',
    '关键词，须全部出现；可匹配部分文字，不区分大小写与全半角',
  ],
  lang: ['Language', '语言'],
  ldap_form: ['Settings; omitted ones stay unchanged', 'LDAP 设置，未传的不变'],
  lock_to: ['Lock expiry, Unix seconds; 1000 releases the lock', '锁定的截止时间，Unix 秒；1000 表示解锁'],
  member_group_id: ['0 read, 1 edit, 2 manage', '0 只读，1 编辑，2 管理'],
  member_username: ['User to add', '要添加的用户'],
  message_content: ['Announcement: text, or HTML with a few tags', '公告内容：文本或少量标签的 HTML'],
  message_content_id: ['Message', '消息编号'],
  message_type: ['Where the announcement is shown', '公告的展示范围'],
  name: ['Display name', '姓名'],
  new_p_cat_id: ['Target folder; 0 for the root', '目标上级目录；0 为根目录'],
  new_password: ['New password', '新密码'],
  new_version: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  notify_content: ['Note sent with the notification', '随通知发送的备注'],
  oauth2_form: ['Settings; omitted ones stay unchanged', 'OAuth2 设置，未传的不变'],
  open_ai_host: ['Newer name of `open_api_host`', '`open_api_host` 的新名称'],
  open_ai_key: ['Newer name of `open_api_key`', '`open_api_key` 的新名称'],
  original: ['Only projects you own', '只列出自己拥有的项目'],
  oss_setting: ['Settings; omitted ones stay unchanged', '对象存储设置，未传的不变'],
  others: ['1 for all sessions except this one', '1 表示除当前会话外的全部会话'],
  page: ['Page number of the list', '页码'],
  page_comments: ['Note about this version', '本版本的备注'],
  page_content: ['Page content in Markdown', '页面的 Markdown 内容'],
  page_history_id: ['Earlier version', '历史版本'],
  page_id: ['Page', '页面'],
  page_title: ['Page title', '页面标题'],
  pages: ['Positions by page ID', '以页面 ID 为键的位置'],
  parent_cat_id: ['Parent folder; 0 for the root', '上级目录；0 为根目录'],
  parent_id: ['Comment or reply that this replies to; 0 for none', '要回复的评论或其回复；0 表示不是回复'],
  password: ['Password', '密码'],
  path: [
    'Path of the mock: `/x`; `/x/*` and `/x/{id}` also match paths below; `~` starts a regular expression',
    '访问路径：`/x`；`/x/*` 与 `/x/{id}` 也匹配下级路径；`~` 之后为正则表达式',
  ],
  privacy_type: ['2 public, 3 all others; any other value: all', '2 公开，3 非公开；其他值表示全部'],
  redirect: ['Path on this site to open after sign-in', '登录后跳转的站内路径'],
  redirect_login: ['From existing clients; not read', '现有客户端提交的字段，不读取'],
  refer_url: ['Path on this site, in Base64, returned in the response', '站内路径（Base64），在返回中原样给出'],
  s_number: ['Sort position, smaller comes first', '排序号，小的在前'],
  send_at: ['When to publish it; empty for now', '发布时间；留空表示立即'],
  setup_code: ['Setup code from the server log', '服务器日志中的安装码'],
  sign: ['File token, from its URL', '文件标识，来自文件地址'],
  size: ['Size of one module of the QR code, in pixels', '每个方块的像素数'],
  sql: ['CREATE TABLE statements', '建表语句'],
  table_detail: [
    'Tab-separated lines: table, column, default, nullable, type, comment',
    '以制表符分隔的行：表、列、默认值、可空、类型、注释',
  ],
  table_index: [
    'Tab-separated lines: table, index, column, position, non-unique, type, comment',
    '以制表符分隔的行：表、索引、列、位置、非唯一、类型、注释',
  ],
  table_info: [
    'Tab-separated lines, the first a header: table, comment, engine, collation',
    '以制表符分隔的行，首行为表头：表、注释、引擎、排序规则',
  ],
  take_over: [
    '1 takes over the lock from someone else; only for people who can manage the project',
    '1 表示从他人手中接管锁定，仅限项目管理者',
  ],
  team_id: ['Team', '团队'],
  team_member_group_id: ['1 member (the default), 2 team administrator', '1 成员（默认），2 团队管理员'],
  team_name: ['Team name', '团队名称'],
  template: ['JSON template with the rules and placeholders of Mock.js', '符合 Mock.js 语法的 JSON 模板'],
  template_content: ['Template text', '模板内容'],
  template_id: ['Template', '模板'],
  template_title: ['Template title', '模板标题'],
  time: ['Current time, Unix seconds; may be off by at most 60 seconds', '当前时间，Unix 秒，误差不超过 60 秒'],
  to_cat_id: ['Target folder; 0 for the root', '目标目录；0 为根目录'],
  to_item_id: ['Target project; 0 for the same project', '目标项目；0 表示原项目'],
  token: ['MD5, 32 hexadecimal digits', 'MD5，32 位十六进制'],
  uid: ['User', '用户'],
  uids: ['Users', '多个用户'],
  unique_key: ['Key in the public link', '公开链接中的标识'],
  unread: ['Only unread', '仅未读'],
  unused: ['Only files that no page lists, shows or used to show', '仅未被任何页面使用的文件'],
  url: ['URL for the QR code', '二维码的网址'],
  username: ['Username', '用户名'],
  visibility: [
    'Who can see the project: only members, anyone with the access password, or everyone; if omitted, `password` decides',
    '谁可以看到项目：仅成员可见、凭密码访问或公开；不传则由 `password` 决定',
  ],
  with_path: ['1 to include the folders above the page', '1 表示返回页面所在的目录'],
  without_text: ['1 leaves out all texts', '1 表示不返回内容'],
}

const ownPassword: Description = ['Your own sign-in password', '自己的登录密码']
const accessPassword: Description = [
  'Access password; without `visibility`, an empty one makes the project public, and a copy without this field takes it from its source',
  '访问密码；未传 `visibility` 时，留空表示公开，复制时不传则沿用原项目',
]
const newPage: Description = ['Page; 0 for a new one', '页面；0 表示新建']
const catalogPath: Description = [
  'Folder path, `A/B/C`; missing folders are created',
  '所在目录 `A/B/C`，不存在时自动创建',
]
const placeOfFile = {
  item_id: ['Project it belongs to; 0 for none', '所属项目；0 表示不属于项目'],
  page_id: ['Page whose attachment list it’s added to; 0 for none', '加入哪个页面的附件列表；0 表示不加入'],
} as const
const limit: Description = [
  'Top-level folder that access is limited to; 0 for the whole project',
  '限定的一级目录；0 表示整个项目',
]
const targetOfImport: Description = ['Project to import into; 0 for a new one', '导入到的项目；0 表示新建']
const visibilityOfImport: Description = [
  'Who can see the new project; if omitted, as set in the file, or only members if it doesn’t say',
  '谁可以看到新项目；不传则按文件中的设置，未注明时仅成员可见',
]
const passwordOfImport: Description = [
  'Access password of the new project; if omitted, the one in the file',
  '新项目的访问密码；不传则沿用文件中的密码',
]
const partOfName: Description = ['Part of the username', '用户名包含的文字']
const guestWords: Description = [
  'Guest ID, for people without an account: letters and digits that their browser generates and stores',
  '供未登录者使用：由浏览器生成并保存的一段字母和数字',
]
const bound: Description = ['Link between project and team', '绑定记录']

/** What a field means in one call, where that is not what its name means elsewhere; by call, then by path in the input. */
export const callFieldDescriptions: Readonly<Record<string, Readonly<Record<string, Description>>>> = {
  ...apiCallFieldDescriptions,
  'pageComment/add': { content: ['Comment, plain text', '评论内容，纯文本'] },
  'pageFeedback/getStat': { client_id: guestWords },
  'pageFeedback/submit': { client_id: guestWords },
  'setup/create': {
    username: ['Username of the administrator', '管理员的用户名'],
  },
  'user/loginByToken': {
    instead_of: [
      'Account currently signed in in this browser, which is replaced after its owner agrees',
      '本浏览器中当前登录、经本人同意后被替换的账号',
    ],
  },
  'user/loginByVerify': { username: ['Username or email address', '用户名或邮箱'] },
  'adminAudit/getList': {
    username: partOfName,
    action: ['Action; empty for all', '操作；为空表示全部'],
    keyword: ['Part of the target or of the IP address', '对象或网络地址中包含的文字'],
  },
  'user/resetPassword': { password: ['Current password', '当前密码'] },
  'user/allUser': { username: partOfName },
  'user/sessionDelete': {
    id: ['Session or token ID, from user/sessionList', '会话或令牌的编号，由 user/sessionList 返回'],
  },
  'user/tokenAdd': {
    name: ['Purpose of the token', '令牌的用途'],
    days: ['Number of days it’s valid', '有效天数'],
    password: ownPassword,
  },
  'item/add': {
    item_type: [
      '1 document (the default), 2 single page, 3 API client, 4 spreadsheet; a copy has the type of its source',
      '1 常规项目（默认），2 单页项目，3 API 客户端，4 电子表格；复制时沿用原项目的类型',
    ],
    item_name: ['Project name; a copy without one keeps the name of its source', '项目名称；复制时可不传，沿用原名称'],
    password: accessPassword,
    item_group_id: ['Your own group that the project is in', '项目所属的个人分组'],
  },
  'item/update': {
    password: [
      'Access password; sending the mask keeps it. Without `visibility`, an empty one makes the project public, and the mask leaves visibility unchanged',
      '访问密码；提交掩码则保持不变。未传 `visibility` 时，留空则公开，掩码则保持可见范围不变',
    ],
  },
  'item/archive': { password: ownPassword },
  'item/attorn': { password: ownPassword, username: ['New owner', '接收者的用户名'] },
  'item/delete': { password: ownPassword },
  'item/info': {
    page_id: ['Page to open', '要打开的页面'],
    keyword: [
      'Search words; if sent, the menu is a flat list of the pages that contain all of them, with their texts',
      '提供后，目录变为包含全部关键词的页面列表，并带有内容',
    ],
  },
  'item/pwd': {
    item_id: ['Project; may be empty if `page_id` is sent', '项目；提供 `page_id` 时可为空'],
    page_id: ['A page of the project', '项目中的页面'],
    password: ['Access password', '访问密码'],
  },
  'item/setGlobalParam': {
    global_param: ['Shared parameters sent with every request, one list per kind', '所有请求共用的参数，每类一个列表'],
    'global_param.query': ['Query parameters', 'Query 参数'],
    'global_param.body': ['Body parameters (forms)', 'Body 参数（表单）'],
    'global_param.header': ['Headers', '请求头'],
    'global_param.cookies': ['Cookies', 'Cookie'],
  },
  'item/updateByApi': { cat_name: catalogPath },
  'open/updateDbItem': { cat_name: catalogPath },
  'itemGroup/save': { id: ['Group; 0 for a new one', '分组；0 表示新建'] },
  'itemGroup/delete': { id: ['Group', '分组'] },
  'itemGroup/saveSort': { 'groups[].id': ['Group', '分组'] },
  'catalog/save': {
    cat_id: ['Folder; 0 for a new one', '目录；0 表示新建'],
  },
  'catalog/batUpdate': {
    'cats[].cat_id': ['Folder; for a page, the folder it’s in', '目录；对页面而言是其所在目录'],
    'cats[].cat_name': ['New name; empty to keep the current one', '新名称；留空表示不变'],
    'cats[].page_id': ['Page; 0 for a folder', '页面；目录为 0'],
  },
  'catalog/copy': { is_del: ['1 moves the folder', '1 表示移动'] },
  'page/copy': { is_del: ['1 moves the page', '1 表示移动'] },
  'page/save': {
    page_id: newPage,
    cat_id: ['Folder; 0 for the root, omit to leave it unchanged', '目录；0 为根目录，不传则不变'],
  },
  'page/upload': placeOfFile,
  'page/uploadImg': placeOfFile,
  'search/query': {
    item_id: ['Project; 0 for all projects you own or are a member of', '项目；0 表示自己拥有或参与的全部项目'],
    item_type: ['Only projects of this type; omit for all types', '只搜索该类型的项目；不传表示全部类型'],
    author_username: [
      'Only pages last saved by this person (username or name); no projects are returned then',
      '只搜索最后由此用户（用户名或姓名）保存的页面；此时不返回项目',
    ],
    saved_since: [
      'Only pages saved at this time or later, Unix seconds; no projects are returned then',
      '只搜索此时间（Unix 秒）之后保存的页面；此时不返回项目',
    ],
  },
  'attachment/getMyList': { username: partOfName },
  'attachment/getAllList': { username: partOfName },
  'attachment/getUnusedList': { username: partOfName },
  'import/check': { item_id: targetOfImport },
  'import/auto': { item_id: targetOfImport, visibility: visibilityOfImport, password: passwordOfImport },
  'import/start': {
    item_name: ['Name to use instead of the one in the file', '使用不同于文件中的名称'],
    is_private: [
      'Private project, for older clients: if `visibility` is omitted, 0 is public, 1 needs an access password',
      '供旧客户端使用，未传 `visibility` 时有效：0 公开，1 凭密码访问',
    ],
    visibility: visibilityOfImport,
    password: passwordOfImport,
  },
  'export/word': {
    cat_id: ['Folder of the project; 0 for the whole project', '其中的目录；0 表示整个项目'],
    page_id: ['A single page; takes precedence over `cat_id`', '单个页面，优先于 `cat_id`'],
  },
  'export/markdown': { cat_id: ['Folder of the project; 0 for the whole project', '其中的目录；0 表示整个项目'] },
  'member/save': { cat_id: limit, username: ['User to add, or whose permission to change', '要添加或修改权限的用户'] },
  'team/save': { id: ['Team; 0 for a new one', '团队；0 表示新建'] },
  'team/delete': {
    id: ['Team', '团队'],
    password: ['Your own sign-in password; only checked if sent', '自己的登录密码；提交时才检查'],
  },
  'team/attorn': { password: ownPassword, username: ['New owner', '接收者的用户名'] },
  'team/exitTeam': { id: ['Team', '团队'] },
  'teamMember/delete': { id: ['Team member ID, from teamMember/getList', '团队成员编号，由 teamMember/getList 返回'] },
  'teamItem/save': {
    item_id: ['Projects', '多个项目'],
    member_group_id: [
      'Permission of the team members: 0 read, 1 edit (the default), 2 manage',
      '团队成员获得的权限：0 只读，1 编辑（默认），2 管理',
    ],
  },
  'teamItem/delete': { id: bound, item_id: ['Project, for people who can manage it', '项目，供项目管理者使用'] },
  'teamItemMember/save': {
    id: ['Row ID, from teamItemMember/getList', '记录编号，由 teamItemMember/getList 返回'],
    cat_id: limit,
  },
  'template/save': { id: ['Template; 0 for a new one', '模板；0 表示新建'] },
  'template/delete': { id: ['Template', '模板'] },
  'template/shareToItem': { item_id: ['Projects', '多个项目'] },
  'message/sendFeedback': {
    content: ['Your feedback', '反馈内容'],
    contact: ['How to contact you', '联系方式'],
    picture: ['URL of an image you uploaded', '发送者已上传图片的地址'],
  },
  'ai/create': { content: ['Prompt for the model', '向模型提出的内容'] },
  'adminMessage/deleteAnnouncement': { id: ['Announcement', '公告'] },
  'adminUser/getList': {
    username: partOfName,
    groupid: ['1 administrators, 2 regular users; empty for both', '1 管理员，2 普通用户；留空表示全部'],
  },
  'adminUser/addUser': {
    uid: ['User; 0 for a new one', '用户；0 表示新增'],
    password: ['Password; empty to keep the current one', '密码；留空则不变'],
  },
  'adminItem/getList': {
    visibility: ['Who can see the projects; empty for all', '谁可以看到项目；为空表示全部'],
    item_name: ['Part of the project name', '项目名称包含的文字'],
    username: ['Part of the owner’s username', '所有者用户名包含的文字'],
    item_type: ['Project type; empty for all', '项目类型；留空表示全部'],
  },
  'adminItem/attorn': { username: ['New owner', '接收者的用户名'] },
  'adminSetting/saveConfig': textsOfForm('oss_setting'),
  'adminSetting/saveLdapConfig': textsOfForm('ldap_form'),
  'adminSetting/saveOauth2Config': textsOfForm('oauth2_form'),
  'adminUpdate/download': { file_url: ['From existing clients; not read', '现有客户端提交的字段，不读取'] },
  'ExtLogin/bySecretKey': {
    username: ['Username to sign in', '登录的用户名'],
    name: ['Name for a new account', '新账号的姓名'],
  },
  'open/getPage': { page_id: ['Page; 0 to find it by title', '页面；0 表示按标题查找'] },
  'open/uploadAttachment': { page_id: placeOfFile.page_id },
  'open/deleteAttachment': { file_id: ['File; 0 to specify it another way', '文件；0 表示以其他方式指定'] },
}
