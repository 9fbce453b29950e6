import type { Contract } from './index.ts'

type Words = readonly [en: string, zh: string]

/** What each controller is about, for the reference: a title and one line, in English and in Chinese. */
export const controllerDescriptions: Record<keyof Contract, { title: Words; about: Words }> = {
  setup: {
    title: ['Setup', '安装'],
    about: ['The first start of a site, until it has an administrator.', '站点的首次启动，直到创建第一位管理员。'],
  },
  common: {
    title: ['Site', '站点'],
    about: [
      'What belongs to no account: the public settings of the site, captchas, QR codes, files, the version.',
      '与账号无关的功能：站点公开设置、验证码、二维码、文件和版本。',
    ],
  },
  user: {
    title: ['Accounts and sessions', '账号与会话'],
    about: [
      'Signing in and out, one’s own account, other people to choose from.',
      '登录与退出、自己的账号，以及可供选择的其他用户。',
    ],
  },
  item: {
    title: ['Items', '项目'],
    about: [
      'An item holds catalogs and pages, and has members and settings.',
      '项目包含目录和页面，并有自己的成员和设置。',
    ],
  },
  itemGroup: {
    title: ['Item groups', '项目分组'],
    about: [
      'Groups into which somebody sorts items; each person has groups of their own.',
      '个人对项目的分组，每个人的分组互不影响。',
    ],
  },
  catalog: {
    title: ['Catalogs', '目录'],
    about: ['Catalogs hold the pages of an item, in up to three levels.', '目录用于组织项目中的页面，最多三级。'],
  },
  page: {
    title: ['Pages', '页面'],
    about: [
      'Pages with their Markdown: reading, writing, history, locks, attachments and public links.',
      '页面及其 Markdown 内容：读写、历史版本、编辑锁、附件和公开链接。',
    ],
  },
  pageComment: {
    title: ['Comments', '评论'],
    about: ['What readers write under a page, in items that allow it.', '读者在页面下的评论，需项目允许。'],
  },
  pageFeedback: {
    title: ['Helpful or not', '页面评价'],
    about: ['Whether readers found a page helpful, in items that ask.', '读者认为页面是否有帮助，需项目开启。'],
  },
  search: {
    title: ['Search', '搜索'],
    about: ['Search over everything that the caller may read.', '在调用者可以阅读的全部内容中搜索。'],
  },
  recycle: {
    title: ['Recycle bin', '回收站'],
    about: ['Deleted pages and catalogs, which can be restored for 30 days.', '已删除的页面和目录，30 天内可以恢复。'],
  },
  ScriptCron: {
    title: ['Clean-up', '定期清理'],
    about: ['The regular clean-up, which existing clients ask for.', '定期清理任务，供现有客户端调用。'],
  },
  attachment: {
    title: ['Attachments', '附件'],
    about: ['Uploaded files and pictures, of pages and of people.', '上传的文件和图片，包括页面附件和个人附件。'],
  },
  import: {
    title: ['Import', '导入'],
    about: [
      'Pages from files: ShowDoc and Markdown archives, Swagger, OpenAPI and Postman.',
      '从文件导入页面：ShowDoc 与 Markdown 压缩包、Swagger、OpenAPI 和 Postman。',
    ],
  },
  export: {
    title: ['Export', '导出'],
    about: ['Pages as files: Word and Markdown.', '将页面导出为文件：Word 和 Markdown。'],
  },
  job: {
    title: ['Jobs', '任务'],
    about: ['Long deeds, which go on when the window closes.', '耗时较长的操作，关闭窗口后继续执行。'],
  },
  member: {
    title: ['Members', '成员'],
    about: ['Who works on an item, and what they may do there.', '项目的成员及其权限。'],
  },
  team: {
    title: ['Teams', '团队'],
    about: ['People who come into items together.', '一组用户，可以一起加入项目。'],
  },
  teamMember: {
    title: ['Team members', '团队成员'],
    about: ['Who is in a team.', '团队由哪些人组成。'],
  },
  teamItem: {
    title: ['Team items', '团队项目'],
    about: ['Which items are bound to which teams.', '项目与团队的绑定关系。'],
  },
  teamItemMember: {
    title: ['Rights of team members', '团队成员权限'],
    about: ['What each member of a team may do with an item of the team.', '团队成员在团队项目中的权限。'],
  },
  template: {
    title: ['Templates', '模板'],
    about: [
      'Texts that pages may start from, for oneself or shared to items.',
      '页面的起始内容，可自用，也可共享到项目。',
    ],
  },
  subscription: {
    title: ['Subscriptions', '订阅'],
    about: ['Who is told of changes of a page.', '页面变更时通知哪些人。'],
  },
  message: {
    title: ['Messages', '消息'],
    about: ['Reminders of pages, and announcements to everybody.', '页面提醒和系统公告。'],
  },
  mock: {
    title: ['Mocks', 'Mock'],
    about: [
      'Made-up answers of the API that a page describes. Programs call them at `/mock-path/{item_id}?path=/x`.',
      '页面所描述接口的模拟返回，程序通过 `/mock-path/{item_id}?path=/x` 调用。',
    ],
  },
  ai: {
    title: ['AI', 'AI'],
    about: ['Texts by the AI service that an administrator has set up.', '由管理员配置的 AI 服务生成文本。'],
  },
  apiCall: {
    title: ['API requests', '接口调试'],
    about: [
      'Requests sent from API pages: environments, what was sent, what came back.',
      '从接口页面发送请求：环境、发送记录与返回结果。',
    ],
  },
  adminMessage: {
    title: ['Announcements', '公告'],
    about: ['Announcements to everybody, for administrators.', '面向全体用户的公告，由管理员管理。'],
  },
  adminUser: {
    title: ['All accounts', '用户管理'],
    about: ['The accounts of the site, for administrators.', '站点的全部用户，由管理员管理。'],
  },
  adminItem: {
    title: ['All items', '项目管理'],
    about: ['The items of the site, for administrators.', '站点的全部项目，由管理员管理。'],
  },
  adminSite: {
    title: ['Site as a whole', '站点概况'],
    about: ['How the site is, for administrators.', '站点的整体状况，由管理员查看。'],
  },
  adminSetting: {
    title: ['Settings', '站点设置'],
    about: ['The settings of the site, for administrators.', '站点的各项设置，由管理员管理。'],
  },
  adminAudit: {
    title: ['Audit log', '审计日志'],
    about: [
      'The record of sign-ins, accounts and administration, for administrators.',
      '登录、账号与管理操作的记录，由管理员查看。',
    ],
  },
  adminUpdate: {
    title: ['Updates', '程序更新'],
    about: ['Newer versions of the program, for administrators.', '程序的新版本，由管理员管理。'],
  },
  update: {
    title: ['Database', '数据库'],
    about: ['The schema of the database, for administrators.', '数据库结构，由管理员管理。'],
  },
  ExtLogin: {
    title: ['Sign-in from outside', '外部登录'],
    about: ['Links by which other systems sign people in.', '供其他系统使用的登录链接。'],
  },
  open: {
    title: ['Open API', '开放 API'],
    about: ['What scripts do with one item by its key, without an account.', '脚本凭项目密钥操作一个项目，无需账号。'],
  },
  FromComments: {
    title: ['Pages from comments', '注释生成文档'],
    about: [
      'Pages that the comments of source code describe: `generate` is the older name of `open/fromComments`; the others are for people who have signed in.',
      '由源代码注释生成页面：`generate` 是 `open/fromComments` 的旧名称，其余供已登录用户使用。',
    ],
  },
  help: {
    title: ['Help', '帮助'],
    about: ['What you are reading.', '你正在阅读的内容。'],
  },
}
