import type { Contract } from './index.ts'

type Words = readonly [en: string, zh: string]

/** What each controller is about, for the reference: a title and one line, in English and in Chinese. */
export const controllerDescriptions: Record<keyof Contract, { title: Words; about: Words }> = {
  setup: {
    title: ['Setup', '安装'],
    about: ['First start of a site, until it has an administrator.', '站点的首次启动，直到创建第一位管理员。'],
  },
  common: {
    title: ['Site', '站点'],
    about: [
      'Everything that doesn’t need an account: public site settings, captchas, QR codes, files and the version.',
      '与账号无关的功能：站点公开设置、验证码、二维码、文件和版本。',
    ],
  },
  user: {
    title: ['Accounts and sessions', '账号与会话'],
    about: [
      'Sign in and out, manage your own account, and find other people.',
      '登录与退出、自己的账号，以及可供选择的其他用户。',
    ],
  },
  item: {
    title: ['Projects', '项目'],
    about: [
      'A project contains folders and pages, and has its own members and settings.',
      '项目包含目录和页面，并有自己的成员和设置。',
    ],
  },
  itemGroup: {
    title: ['Project groups', '项目分组'],
    about: ['Groups for sorting projects. Each person has their own.', '个人对项目的分组，每个人的分组互不影响。'],
  },
  catalog: {
    title: ['Folders', '目录'],
    about: [
      'Folders organize the pages of a project, up to three levels deep.',
      '目录用于组织项目中的页面，最多三级。',
    ],
  },
  page: {
    title: ['Pages', '页面'],
    about: [
      'Pages and their Markdown: reading, writing, history, locks, attachments and public links.',
      '页面及其 Markdown 内容：读写、历史版本、编辑锁、附件和公开链接。',
    ],
  },
  pageComment: {
    title: ['Comments', '评论'],
    about: [
      'Comments that readers write below a page, in projects that allow them.',
      '读者在页面下的评论，需项目允许。',
    ],
  },
  pageFeedback: {
    title: ['Page feedback', '页面评价'],
    about: [
      'Whether readers found a page helpful, in projects that turn this on.',
      '读者认为页面是否有帮助，需项目开启。',
    ],
  },
  search: {
    title: ['Search', '搜索'],
    about: ['Search everything that the caller can read.', '在调用者可以阅读的全部内容中搜索。'],
  },
  recycle: {
    title: ['Recycle bin', '回收站'],
    about: ['Deleted pages and folders. They can be restored for 30 days.', '已删除的页面和目录，30 天内可以恢复。'],
  },
  ScriptCron: {
    title: ['Cleanup', '定期清理'],
    about: ['Regular cleanup, called by existing clients.', '定期清理任务，供现有客户端调用。'],
  },
  attachment: {
    title: ['Attachments', '附件'],
    about: ['Uploaded files and images, of pages and of people.', '上传的文件和图片，包括页面附件和个人附件。'],
  },
  import: {
    title: ['Import', '导入'],
    about: [
      'Create pages from files: ShowDoc and Markdown archives, Swagger, OpenAPI and Postman.',
      '从文件导入页面：ShowDoc 与 Markdown 压缩包、Swagger、OpenAPI 和 Postman。',
    ],
  },
  export: {
    title: ['Export', '导出'],
    about: ['Export pages as Word or Markdown files.', '将页面导出为文件：Word 和 Markdown。'],
  },
  job: {
    title: ['Tasks', '任务'],
    about: ['Long-running tasks. They continue after the window is closed.', '耗时较长的操作，关闭窗口后继续执行。'],
  },
  member: {
    title: ['Members', '成员'],
    about: ['The members of a project and their permissions.', '项目的成员及其权限。'],
  },
  team: {
    title: ['Teams', '团队'],
    about: ['Groups of people who are added to projects together.', '一组用户，可以一起加入项目。'],
  },
  teamMember: {
    title: ['Team members', '团队成员'],
    about: ['The people in a team.', '团队由哪些人组成。'],
  },
  teamItem: {
    title: ['Team projects', '团队项目'],
    about: ['Which projects have been added to which teams.', '项目与团队的绑定关系。'],
  },
  teamItemMember: {
    title: ['Permissions of team members', '团队成员权限'],
    about: ['What each member of a team can do in a project of the team.', '团队成员在团队项目中的权限。'],
  },
  template: {
    title: ['Templates', '模板'],
    about: [
      'Starting texts for pages, for your own use or shared with projects.',
      '页面的起始内容，可自用，也可共享到项目。',
    ],
  },
  subscription: {
    title: ['Subscriptions', '订阅'],
    about: ['Who is notified when a page changes.', '页面变更时通知哪些人。'],
  },
  message: {
    title: ['Messages', '消息'],
    about: ['Page notifications, and announcements to everyone.', '页面提醒和系统公告。'],
  },
  mock: {
    title: ['Mocks', 'Mock'],
    about: [
      'Sample responses for the API that a page describes. Programs request them at `/mock-path/{item_id}?path=/x`.',
      '页面所描述接口的模拟返回，程序通过 `/mock-path/{item_id}?path=/x` 调用。',
    ],
  },
  ai: {
    title: ['AI', 'AI'],
    about: ['Generate text with the AI service that an administrator set up.', '由管理员配置的 AI 服务生成文本。'],
  },
  apiCall: {
    title: ['API requests', '接口调试'],
    about: [
      'Send requests from API pages: environments, request history and responses.',
      '从接口页面发送请求：环境、发送记录与返回结果。',
    ],
  },
  adminMessage: {
    title: ['Announcements', '公告'],
    about: ['Manage announcements to everyone, for administrators.', '面向全体用户的公告，由管理员管理。'],
  },
  adminUser: {
    title: ['All accounts', '用户管理'],
    about: ['Manage all accounts, for administrators.', '站点的全部用户，由管理员管理。'],
  },
  adminItem: {
    title: ['All projects', '项目管理'],
    about: ['Manage all projects, for administrators.', '站点的全部项目，由管理员管理。'],
  },
  adminSite: {
    title: ['Site status', '站点概况'],
    about: ['The state of the site, for administrators.', '站点的整体状况，由管理员查看。'],
  },
  adminSetting: {
    title: ['Settings', '站点设置'],
    about: ['Site settings, for administrators.', '站点的各项设置，由管理员管理。'],
  },
  adminAudit: {
    title: ['Audit log', '审计日志'],
    about: [
      'Record of sign-ins, account changes and administration, for administrators.',
      '登录、账号与管理操作的记录，由管理员查看。',
    ],
  },
  adminUpdate: {
    title: ['Updates', '程序更新'],
    about: ['Newer versions of the program, for administrators.', '程序的新版本，由管理员管理。'],
  },
  update: {
    title: ['Database', '数据库'],
    about: ['Schema of the database, for administrators.', '数据库结构，由管理员管理。'],
  },
  ExtLogin: {
    title: ['External sign-in', '外部登录'],
    about: ['Sign-in links for use by other systems.', '供其他系统使用的登录链接。'],
  },
  open: {
    title: ['Open API', '开放 API'],
    about: [
      'Let scripts work with one project through its API key, without an account.',
      '脚本凭项目密钥操作一个项目，无需账号。',
    ],
  },
  FromComments: {
    title: ['Pages from comments', '注释生成文档'],
    about: [
      'Create pages from comments in source code. `generate` is the older name of `open/fromComments`; the others are for signed-in people.',
      '由源代码注释生成页面：`generate` 是 `open/fromComments` 的旧名称，其余供已登录用户使用。',
    ],
  },
  help: {
    title: ['Help', '帮助'],
    about: ['This reference.', '你正在阅读的内容。'],
  },
}
