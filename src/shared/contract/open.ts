import { z } from 'zod'
import { about, endpoint, query, textEndpoint, upload } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  Flag,
  ItemPageText,
  keyFields,
  OptionalId,
  objectMeta,
  SingleLine,
  Text,
  typeDescription,
} from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const catNameText: Description = [
  'Folder path, `A/B/C`; missing folders are created',
  '所在目录 `A/B/C`，不存在时自动创建',
]
const contentText: Description = ['Source code with comments that describe an API', '带有接口注释的源代码']

// What scripts send last ends with the line end of their file.
const trimmed = <S extends z.ZodType<unknown, string>>(shape: S) =>
  z
    .string()
    .transform((value) => value.trim())
    .pipe(shape)
    .meta(shape.meta() ?? {})

const Title = trimmed(SingleLine())

/** A path of catalogs such as `A/B/C`; empty for the root. */
const CatalogPath = trimmed(Text(1000)).optional().default('')

/** Maximum length of a text from source files or tables, in characters. */
const sourceMost = 5_000_000

/** A source text that pages are generated from: any file content, without the characters that no page may have. */
const SourceText = z
  .string()
  .max(sourceMost)
  .transform((value) => value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').toWellFormed())

/** A page with its text, as the open API returns it. */
const OpenPage = z.object({
  page_id: outputs.page_id,
  author_uid: outputs.author_uid,
  author_username: outputs.author_username,
  item_id: outputs.item_id,
  cat_id: outputs.cat_id,
  page_title: outputs.page_title,
  page_content: outputs.page_content,
  s_number: outputs.s_number,
  addtime: described(DateText, ['When it was last saved', '最后保存时间']),
  page_comments: outputs.page_comments,
  is_del: outputs.is_del,
  page_addtime: outputs.page_addtime,
  ext_info: outputs.ext_info,
  is_draft: outputs.is_draft,
  page_version: outputs.page_version,
})

const OpenCatalog = z.object({
  cat_id: outputs.cat_id,
  cat_name: outputs.cat_name,
  item_id: outputs.item_id,
  s_number: outputs.s_number,
  addtime: outputs.created_seconds,
  parent_cat_id: described(DigitString, texts.parent_cat_id),
  level: described(DigitString, texts.level),
})

const TreePage = z.object({
  page_id: described(z.string(), texts.page_id),
  page_title: outputs.page_title,
  cat_id: outputs.cat_id_text,
  page_content: outputs.page_content,
  s_number: outputs.s_number_text,
  page_comments: outputs.page_comments,
  /** True if the texts before it reached 20 MB together; `open/getPage` returns each whole. */
  is_text_left_out: described(z.literal(true).optional(), texts.is_text_left_out),
})

/** A page in the tree of an item. */
export type TreePage = z.output<typeof TreePage>

const TreeCatalog = z.object({
  cat_id: outputs.cat_id_text,
  cat_name: outputs.cat_name,
  parent_cat_id: described(z.string(), texts.parent_cat_id),
  level: described(z.string(), texts.level),
  s_number: outputs.s_number_text,
  pages: described(z.array(TreePage), texts.pages),
  catalogs: described(z.array(z.unknown()).meta(typeDescription('list of the same', '同样的列表')), texts.catalogs),
})

/** A catalog in the tree of an item, with its content. */
export interface TreeCatalog extends z.output<typeof TreeCatalog> {
  catalogs: TreeCatalog[]
}

/** The tree of an item with the texts of its pages. */
export interface Tree {
  pages: TreePage[]
  catalogs: TreeCatalog[]
}

// Built as a whole by the server, row by declared row: checking some megabytes again would only take time.
const TreeShape = z
  .custom<Tree>((value) => typeof value === 'object' && value !== null)
  .meta(
    objectMeta(
      z.object({
        pages: described(z.array(TreePage), texts.pages),
        catalogs: described(z.array(TreeCatalog), texts.catalogs),
      }),
    ),
  )

const updatePage = endpoint({
  summary: [
    'Create a page, or save a new version of the one with the same title and folder; missing folders are created',
    '按标题与目录写入页面，目录不存在时自动创建',
  ],
  access: { key: 'edit' },
  input: z.object({
    ...keyFields,
    page_title: described(Title, texts.page_title),
    page_content: described(ItemPageText.optional().default(''), texts.page_content),
    cat_name: described(CatalogPath, catNameText),
    cat_name_sub: described(CatalogPath, [
      'One more folder level, as sent by older scripts',
      '下一级目录，供旧脚本使用',
    ]),
    s_number: inputs.s_number,
  }),
  output: OpenPage,
  errors: ['keyWrong', 'itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong'],
})

const generate = textEndpoint({
  summary: ['Create or update pages from the comments in source code', '根据源代码注释生成页面'],
  access: { key: 'edit' },
  input: z.object({ ...keyFields, content: described(SourceText.optional().default(''), contentText) }),
  errors: ['keyWrong', 'itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong'],
})

const WriteReport = z.object({
  created: described(z.number(), ['Number of new pages', '新建的页面数']),
  updated: described(z.number(), ['Number of pages with a new version', '更新的页面数']),
  unchanged: described(z.number(), ['Number of pages that were up to date', '无需更改的页面数']),
  pages: described(
    z.array(
      z.object({
        page_id: described(z.number(), ['Page; 0 for one that a trial would create', '页面；试运行时新页面为 0']),
        page_title: outputs.page_title,
        catalog: described(z.string(), ['Folder path; empty for the root of the project', '目录路径；为空表示根目录']),
        change: described(z.enum(['created', 'updated', 'unchanged']), ['What happened to it', '处理结果']),
        line: described(z.number(), ['Line of the source; 0 if unknown', '在源文本中的行号；0 表示未知']),
      }),
    ),
    ['Pages, in the order of the source', '页面，按源文本中的顺序'],
  ),
  problems: described(
    z.array(
      z.object({
        line: described(z.number(), ['Line of the source', '在源文本中的行号']),
        error_name: described(z.string(), ['Name of the error', '错误名称']),
        message: described(z.string(), ['Message', '错误信息']),
      }),
    ),
    ['What is in the source but on no page', '源文本中未写入页面的内容'],
  ),
})

const dryRun: Description = ['Trial; reports what would happen and writes nothing', '试运行；只报告结果，不写入']

/** What scripts do with an item, by its key. */
export const open = {
  ...about({
    title: ['Open API', '开放 API'],
    text: [
      'Let scripts work with one project through its API key, without an account.',
      '脚本凭项目密钥操作一个项目，无需账号。',
    ],
  }),
  updatePage,
  updateItem: updatePage,
  getPage: query({
    summary: ['Get a page by its ID or title', '按 page_id 或标题读取页面'],
    access: { key: 'view' },
    input: () =>
      z.object({
        ...keyFields,
        page_id: described(OptionalId, ['Page; 0 to find it by title', '页面；0 表示按标题查找']),
        page_title: described(trimmed(Text(1000)).optional(), texts.page_title),
      }),
    output: OpenPage,
    errors: ['keyWrong', 'pageUnnamed', 'pageGone'],
  }),
  deletePage: endpoint({
    summary: ['Move a page to the recycle bin', '把页面移入回收站'],
    access: { key: 'edit' },
    input: () => z.object({ ...keyFields, page_id: inputs.page_id }),
    output: () => z.object({ page_id: outputs.page_id_number }),
    errors: ['keyWrong', 'pageGone', 'pageLocked', 'onlyPage', 'itemArchived'],
  }),
  getCatalogTree: query({
    summary: ['Get the folders and pages of the project, with the text of each page', '项目的目录与页面（含内容）'],
    access: { key: 'view' },
    input: () => z.object(keyFields),
    output: TreeShape,
    errors: ['keyWrong'],
  }),
  createCatalog: endpoint({
    summary: ['Create a folder', '新建目录'],
    access: { key: 'edit' },
    input: () =>
      z.object({
        ...keyFields,
        cat_name: described(Title, texts.cat_name),
        parent_cat_id: described(OptionalId, texts.parent_cat_id),
        s_number: inputs.s_number,
      }),
    output: OpenCatalog,
    errors: ['keyWrong', 'catalogGone', 'catalogTooDeep', 'catalogTooMany', 'itemOnePage', 'itemArchived'],
  }),
  updateCatalog: endpoint({
    summary: [
      'Rename a folder or change its order; omitted fields stay unchanged',
      '修改目录的名称或序号，未传的保持不变',
    ],
    access: { key: 'edit' },
    input: () =>
      z.object({
        ...keyFields,
        cat_id: inputs.cat_id,
        cat_name: described(Title.optional(), texts.cat_name),
        s_number: inputs.s_number,
      }),
    output: OpenCatalog,
    errors: ['keyWrong', 'catalogGone', 'itemArchived'],
  }),
  deleteCatalog: endpoint({
    summary: ['Delete a folder; its pages go to the recycle bin', '删除目录，其中的页面移入回收站'],
    access: { key: 'edit' },
    input: () => z.object({ ...keyFields, cat_id: inputs.cat_id }),
    output: () => z.object({ cat_id: described(z.number(), texts.cat_id) }),
    errors: ['keyWrong', 'catalogGone', 'catalogLocked', 'itemArchived'],
  }),
  uploadAttachment: upload({
    summary: ['Upload an attachment to a page or the project', '上传附件到页面或项目'],
    access: { key: 'edit' },
    file: 'file',
    uploadKind: 'attachment',
    input: () =>
      z.object({
        ...keyFields,
        page_id: described(OptionalId, [
          'Page whose attachment list it’s added to; 0 for none',
          '加入哪个页面的附件列表；0 表示不加入',
        ]),
      }),
    output: () =>
      z.object({ url: outputs.file_url, file_id: outputs.file_id, sign: described(z.string(), texts.sign) }),
    errors: [
      'keyWrong',
      'pageGone',
      'fileMissing',
      'fileTooLarge',
      'fileNameBlocked',
      'fileTypeRefused',
      'fileContentWrong',
      'notAnImage',
      'imageTooLarge',
      'quotaReached',
      'tooManyRequests',
      'itemArchived',
    ],
  }),
  deleteAttachment: endpoint({
    summary: [
      'Delete an attachment of the project by its `file_id`, `sign` or URL',
      '按 file_id、sign 或地址删除项目的附件',
    ],
    access: { key: 'edit' },
    input: () =>
      z.object({
        ...keyFields,
        file_id: described(OptionalId, ['File; 0 to specify it another way', '文件；0 表示以其他方式指定']),
        sign: described(Text(64).optional(), texts.sign),
        file_url: described(Text(2000).optional(), ['File URL', '文件地址']),
      }),
    output: () => z.object({ file_id: outputs.file_id }),
    errors: ['keyWrong', 'fileGone', 'itemArchived'],
  }),
  fromComments: generate,
  writeComments: endpoint({
    summary: [
      'Create or update pages from the comments of a source file in any language, with all of their text, and report each page',
      '根据任意语言源文件的注释写入页面，保留全部文字并逐页报告结果',
    ],
    access: { key: 'edit' },
    input: () =>
      z.object({
        ...keyFields,
        content: described(SourceText, contentText),
        file_name: described(Text(1000).optional().default(''), [
          'File name, whose extension decides the language',
          '文件名，按扩展名识别语言',
        ]),
        cat_name: described(CatalogPath, ['Folder path above those of the comments', '位于注释所写目录之上的目录']),
        dry_run: described(Flag, dryRun),
      }),
    output: WriteReport,
    errors: [
      'keyWrong',
      'itemArchived',
      'pageTooLarge',
      'pageTooMany',
      'catalogTooMany',
      'itemOnePage',
      'textTooLong',
      'commentUntitled',
      'commentUnclosed',
      'commentRepeated',
      'commentWithoutUrl',
    ],
  }),
  writeDictionary: endpoint({
    summary: [
      'Create or update a page for each table that SQL creates: a schema or a dump of MySQL, PostgreSQL or SQLite',
      '为建表 SQL（MySQL、PostgreSQL、SQLite 的表结构或导出）中的每张表写入页面',
    ],
    access: { key: 'edit' },
    input: () =>
      z.object({
        ...keyFields,
        sql: described(SourceText, ['SQL', 'SQL']),
        cat_name: described(CatalogPath, catNameText),
        page_title: described(trimmed(Text(200)).optional().default('{table}'), [
          'Title of each page; `{table}` is its name and `{comment}` its comment',
          '页面标题，`{table}` 为表名，`{comment}` 为表注释',
        ]),
        dry_run: described(Flag, dryRun),
      }),
    output: WriteReport,
    errors: [
      'keyWrong',
      'itemArchived',
      'pageTooLarge',
      'pageTooMany',
      'catalogTooMany',
      'itemOnePage',
      'textTooLong',
      'sqlEmpty',
      'sqlNoTable',
      'sqlBroken',
      'sqlTableSkipped',
    ],
  }),
  updateDbItem: textEndpoint({
    summary: ['Create or update a page for each table of a database', '为数据库的每张表写入数据字典页面'],
    access: { key: 'edit' },
    input: () =>
      z.object({
        ...keyFields,
        table_info: described(SourceText.optional().default(''), [
          'Tab-separated lines, the first a header: table, comment, engine, collation',
          '以制表符分隔的行，首行为表头：表、注释、引擎、排序规则',
        ]),
        table_detail: described(SourceText.optional().default(''), [
          'Tab-separated lines: table, column, default, nullable, type, comment',
          '以制表符分隔的行：表、列、默认值、可空、类型、注释',
        ]),
        table_index: described(SourceText.optional().default(''), [
          'Tab-separated lines: table, index, column, position, non-unique, type, comment',
          '以制表符分隔的行：表、索引、列、位置、非唯一、类型、注释',
        ]),
        cat_name: described(CatalogPath, catNameText),
        s_number: inputs.s_number,
      }),
    errors: ['keyWrong', 'itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong'],
  }),
}

/** A page that a comment of a source text describes. */
const CommentPage = z.object({
  page_title: outputs.page_title,
  catalog: described(z.string(), ['Folder path; empty for the root of the project', '目录路径；为空表示根目录']),
  page_content: outputs.page_content,
  is_there: described(z.boolean(), ['Whether there’s already a page with this title', '是否已有同名页面']),
})

/**
 * `open/fromComments` under the name that older scripts use, and the same for people: first a preview, then the
 * writing.
 */
export const fromComments = {
  ...about({
    title: ['Pages from comments', '注释生成文档'],
    text: [
      'Create pages from comments in source code. `generate` is the older name of `open/fromComments`; the others are for signed-in people.',
      '由源代码注释生成页面：`generate` 是 `open/fromComments` 的旧名称，其余供已登录用户使用。',
    ],
  }),
  generate,
  show: query({
    summary: [
      'Preview the pages that the comments in source code describe, without writing anything',
      '预览源代码注释将生成的页面，不写入任何内容',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, content: described(SourceText, contentText) }),
    output: () => z.array(CommentPage),
    errors: ['pageTooMany', 'textTooLong'],
  }),
  write: endpoint({
    summary: ['Create or update the pages that the comments in source code describe', '将源代码注释描述的页面写入项目'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, content: described(SourceText, contentText) }),
    output: () =>
      z.object({ page_ids: described(z.array(z.number()), ['Pages, in the same order', '页面编号，顺序相同']) }),
    errors: ['itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong', 'noRight'],
  }),
}
