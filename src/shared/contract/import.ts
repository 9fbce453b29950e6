import { z } from 'zod'
import { importFormatNames } from '../import-formats.ts'
import { about, endpoint, query, upload } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { type Description, described, OptionalFlag, OptionalId, Secret, SingleLine, Text } from './fields.ts'
import { outputs, texts } from './shared-fields.ts'
import { OptionalVisibility } from './visibility.ts'

const jobIdText: Description = ['Task ID', '任务编号']
const importVisibilityText: Description = [
  'Who can see the new project; if omitted, as set in the file, or only members if it doesn’t say',
  '谁可以看到新项目；不传则按文件中的设置，未注明时仅成员可见',
]
const importPasswordText: Description = [
  'Access password of the new project; if omitted, the one in the file',
  '新项目的访问密码；不传则沿用文件中的密码',
]

const named = z.object({
  name: described(z.string(), ['Name', '名称']),
  reason: described(z.string(), ['Reason', '原因']),
})

const placedPage = z.object({
  path: described(z.string(), ['Folders above it', '所在目录']),
  page_title: outputs.page_title,
})

/** What an import found, and what it would do; nothing has been written yet. */
export const ImportReport = z.object({
  source: described(z.enum(importFormatNames), ['Detected format', '识别出的格式']),
  item_name: outputs.item_name,
  item_type: described(z.number(), texts.item_type),
  is_private: described(z.boolean(), texts.is_private),
  /** The default visibility of the new item: as the file says, or its members. */
  visibility: outputs.visibility,
  catalogs: described(z.number(), ['Number of folders in the file', '文件中的目录数']),
  pages: described(z.number(), ['Number of pages in the file', '文件中的页面数']),
  new_pages: described(z.number(), ['Number of pages that would be created', '将新建的页面数']),
  added: described(z.array(placedPage), ['The new pages, at most 1000 of them', '新建的页面，最多列出 1000 个']),
  /** Pages of the file that the item has with another text: their text becomes a history version. */
  replaced: described(z.array(placedPage), [
    'Pages whose text would become an earlier version',
    '内容将成为历史版本的页面',
  ]),
  unchanged: described(z.number(), [
    'Number of pages that are the same already, or whose API description has not changed since the last import',
    '已经相同，或接口描述自上次导入后没有变化、因而不变的页面数',
  ]),
  kept: described(z.number(), [
    'Number of replaced pages of an API description that have been edited here since the last import; what people wrote stays',
    '被替换的 API 页面中，上次导入后被人修改过的数量，人写的内容会保留',
  ]),
  missing: described(
    z.array(
      placedPage.extend({
        call: described(z.string().optional(), [
          'Method and path, for a page of an API description',
          '请求方法与路径，仅 API 页面有',
        ]),
        is_marked: described(z.boolean().optional(), [
          'True if a synchronisation has marked it as deprecated for that',
          '同步已因此将其标为已废弃时为 true',
        ]),
      }),
    ),
    [
      'Pages that the file no longer has: those of the same API description, or those in folders that the file has; they stay, unless `remove_missing` is set',
      '文件里已没有的页面：同一接口描述的页面，或文件所含目录中的页面；除非设置 `remove_missing`，否则保留',
    ],
  ),
  bundle: described(
    z
      .object({
        versions: described(z.number(), ['Number of earlier versions of new pages', '新页面的历史版本数']),
        comments: described(z.number(), ['Number of comments and replies on new pages', '新页面的评论与回复数']),
        templates: described(z.number(), ['Number of templates shared with the project', '共享给项目的模板数']),
        members: described(
          z.array(
            z.object({
              username: outputs.username,
              member_group_id: described(z.number(), texts.member_group_id),
              is_known: described(z.boolean(), ['Whether an account has this name', '是否有此用户名的账号']),
            }),
          ),
          [
            'Members of the project; those with an account get their rights if `with_members` is set',
            '项目成员；设置 `with_members` 时，有账号的成员获得其权限',
          ],
        ),
        teams: described(
          z.array(
            z.object({
              team_name: described(z.string(), ['Name of the team', '团队名称']),
              username: described(z.string(), ['User name of its creator', '创建者的用户名']),
              is_known: described(z.boolean(), [
                'Whether there is such a team that you manage',
                '是否有此团队且由你管理',
              ]),
            }),
          ),
          ['Teams of the project', '项目的团队'],
        ),
      })
      .optional(),
    ['What else a Docstead archive brings', 'Docstead 归档带来的其他内容'],
  ),
  files: described(z.number(), ['Number of images and attachments to store', '将存储的图片和附件数']),
  http_pictures: described(z.number(), [
    'Number of images on other hosts without HTTPS, which browsers may not load here',
    '位于没有 https 的其他主机上、无法在此显示的图片数',
  ]),
  skipped: described(z.array(named), ['What would be left out', '将略过的内容']),
  notes: described(z.array(named), ['Notes', '提示']),
})

const removeText: Description = [
  '1 moves the pages that the file no longer has, as the check lists them, to the recycle bin',
  '1 表示把检查所列、文件里已没有的页面移入回收站',
]

const membersText: Description = [
  '1 gives the members and teams that a Docstead archive names the rights they had, if they exist here; you need to manage the project',
  '1 表示让 Docstead 归档中列出、且此处存在的成员和团队获得原有权限；需要项目管理权限',
]

/** Why a file is rejected. */
export const importErrors = [
  'importNoFile',
  'importNotZip',
  'importDamaged',
  'importEncrypted',
  'importTooManyEntries',
  'importEntryTooLarge',
  'importTooLarge',
  'importDescriptionTooLarge',
  'importRatio',
  'importHostileName',
  'importDuplicateName',
  'importSymlink',
  'importUnsupported',
  'importBadJson',
  'importJsonTooDeep',
  'importJsonTooMany',
  'importEmpty',
  'importTooSlow',
  'importBadYaml',
  'importYamlTab',
  'importYamlIndent',
  'importYamlDuplicateKey',
  'importYamlManyDocuments',
  'importYamlAlias',
  'importBadGraphql',
  'importBadProto',
  'importRefOutside',
  'importUnknownJson',
  'importHtmlTooDeep',
  'importTreeTooDeep',
  'importBadXml',
  'importXmlEntities',
  'importBadWord',
  'importBadSheet',
  'importOldOffice',
  'importOtherFormat',
  'importOnePage',
  'catalogTooMany',
  'tooManyRequests',
  'noRight',
  'itemArchived',
] as const satisfies readonly ErrorName[]

/** Why the file of an address is not an API description that can be read. */
export const fetchErrors = [
  'sourceAddressBad',
  'sourceNotAllowed',
  'sourceUnreachable',
  'sourceTooSlow',
  'sourceTooLarge',
  'sourceRedirected',
  'sourceDenied',
  'sourceStatus',
  'sourceHtml',
  'sourceNotDescription',
] as const satisfies readonly ErrorName[]

/** The item that a file is imported into (0 for a new one), and the client that imports it. */
const target = {
  item_id: described(OptionalId, ['Project to import into; 0 for a new one', '导入到的项目；0 表示新建']),
  from: described(Text(20).optional(), [
    '`runapi` imports an API description as a new API client project; in any project, its pages are API JSON',
    '`runapi` 表示把接口描述导入为 API 客户端编辑的新项目；任何项目中其页面都是 API JSON',
  ]),
  format: described(z.enum(importFormatNames).optional(), [
    'Format of the file; detected by its content if omitted',
    '文件的格式；不传则按内容识别',
  ]),
}

/** Calls that import pages from files: ShowDoc archives, documents and API descriptions of many formats. */
export const imports = {
  ...about({
    title: ['Import', '导入'],
    text: [
      'Create pages from files: ShowDoc archives; documents such as Markdown, HTML, Word, Excel, CSV, and exports of Confluence, Notion, Outline, Docmost, BookStack; API descriptions such as OpenAPI, Postman, Insomnia, Bruno, YApi, apiDoc, HAR, GraphQL, protobuf and cURL.',
      '从文件导入页面：ShowDoc 压缩包；Markdown、HTML、Word、Excel、CSV 等文档，以及 Confluence、Notion、Outline、Docmost、BookStack 的导出文件；OpenAPI、Postman、Insomnia、Bruno、YApi、apiDoc、HAR、GraphQL、protobuf、cURL 等接口描述。',
    ],
  }),
  check: upload({
    summary: [
      'Check a file to import and report what it would change, without writing anything',
      '检查要导入的文件，不写入任何内容',
    ],
    access: 'user',
    file: 'file',
    input: () => z.object(target),
    output: () =>
      z.object({
        job_id: described(z.string(), jobIdText),
        report: described(ImportReport, ['What the import would do', '导入将产生的结果']),
      }),
    errors: importErrors,
  }),
  checkAddress: endpoint({
    summary: [
      'Fetch an API description from an address and report what importing it would change',
      '从网址获取 API 描述，检查导入将产生的变更',
    ],
    access: 'user',
    input: () =>
      z.object({
        url: described(Text(2000, 1), ['Address of an API description', 'API 描述的网址']),
        header_name: described(Text(100).optional(), ['Header that the address needs', '获取时附带的请求头名称']),
        header_value: described(z.string().max(4000).optional(), ['Its value; it isn’t stored', '其值，不会保存']),
        item_id: target.item_id,
        from: target.from,
      }),
    output: () =>
      z.object({
        job_id: described(z.string(), jobIdText),
        file_name: described(z.string(), ['Name of the file', '文件名']),
        report: described(ImportReport, ['What the import would do', '导入将产生的结果']),
      }),
    errors: [...fetchErrors, 'sourceHeaderBad', ...importErrors],
  }),
  start: endpoint({
    summary: ['Start a checked import as a task', '执行已检查的导入（后台任务）'],
    creates: true,
    access: 'user',
    input: () =>
      z.object({
        job_id: described(Text(64), jobIdText),
        item_name: described(SingleLine().optional(), [
          'Name to use instead of the one in the file',
          '使用不同于文件中的名称',
        ]),
        visibility: described(OptionalVisibility, importVisibilityText),
        is_private: described(OptionalFlag, [
          'Private project, for older clients: if `visibility` is omitted, 0 is public, 1 needs an access password',
          '供旧客户端使用，未传 `visibility` 时有效：0 公开，1 凭密码访问',
        ]),
        password: described(Secret.optional(), importPasswordText),
        remove_missing: described(OptionalFlag, removeText),
        with_members: described(OptionalFlag, membersText),
      }),
    output: () => z.object({ job_id: described(z.string(), jobIdText) }),
    errors: ['jobGone', 'jobNotReady', 'noRight', 'itemArchived', 'privateNeedsPassword'],
  }),
  auto: upload({
    summary: [
      'Import a file in one request, into a new or an existing project',
      '一次调用完成导入，新建或写入现有项目',
    ],
    access: 'user',
    file: 'file',
    input: () =>
      z.object({
        ...target,
        visibility: described(OptionalVisibility, importVisibilityText),
        password: described(Secret.optional(), importPasswordText),
        remove_missing: described(OptionalFlag, removeText),
        with_members: described(OptionalFlag, membersText),
      }),
    output: () => z.object({ item_id: outputs.item_id_number }),
    errors: [...importErrors, 'privateNeedsPassword'],
  }),
}

/** A person's long-running operation, which continues when the window closes. */
const Job = z.object({
  job_id: described(z.string(), jobIdText),
  kind: described(z.string(), ['Task type', '任务类型']),
  title: described(z.string(), ['What it does', '标题']),
  state: described(z.enum(['checked', 'running', 'done', 'failed', 'cancelled']), ['Status', '状态']),
  done: described(z.number(), ['Number done, of `total`', '已完成的数量']),
  total: described(z.number(), ['Total amount of work', '总数量']),
  item_id: described(z.number(), ['Project that was written or exported, once done', '完成后写入或导出的项目']),
  error_name: described(z.string(), ['Why it failed, for programs', '失败原因的名称']),
  error_message: described(z.string(), ['Why it failed, for people', '失败原因']),
  addtime: described(z.number(), ['When it started, Unix seconds', '开始时间，Unix 秒']),
  file_name: described(z.string(), [
    'Name of the file that an export has made, for `export/download`; empty for other tasks',
    '导出生成的文件名，可通过 `export/download` 下载；其他任务为空',
  ]),
  file_bytes: described(z.number(), ['Size of that file in bytes', '该文件的大小（字节）']),
  format: described(z.string(), ['Format of that file', '该文件的格式']),
  notes: described(
    z.array(
      named.extend({
        detail: described(z.string(), ['The affected text', '相关内容']),
      }),
    ),
    ['What could not be put into that file as it is, at most 100 of them', '未能原样写入该文件的内容，最多列出 100 条'],
  ),
  note_count: described(z.number(), ['Number of notes', '提示的数量']),
})

/** Calls for the caller's jobs. */
export const job = {
  ...about({
    title: ['Tasks', '任务'],
    text: ['Long-running tasks. They continue after the window is closed.', '耗时较长的操作，关闭窗口后继续执行。'],
  }),
  list: query({
    summary: ['List your tasks of the last day, newest first', '我最近一天的任务，新的在前'],
    access: 'user',
    input: () => z.object({}),
    output: () => z.array(Job),
  }),
  cancel: endpoint({
    summary: ['Cancel a task and undo what it has written', '取消任务，并撤回已写入的内容'],
    access: 'user',
    input: () => z.object({ job_id: described(Text(64), jobIdText) }),
    output: () => z.object({ success: outputs.success }),
    errors: ['jobGone'],
  }),
}
