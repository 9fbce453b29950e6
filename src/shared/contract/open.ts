import { z } from 'zod'
import { endpoint, query, textEndpoint, upload } from './endpoint.ts'
import {
  DateText,
  DigitString,
  Id,
  ItemPageText,
  keyFields,
  OptionalId,
  objectMeta,
  SingleLine,
  SortNumber,
  Text,
  typeDescription,
} from './fields.ts'

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
  page_id: DigitString,
  author_uid: DigitString,
  author_username: z.string(),
  item_id: DigitString,
  cat_id: DigitString,
  page_title: z.string(),
  page_content: z.string(),
  s_number: DigitString,
  addtime: DateText,
  page_comments: z.string(),
  is_del: DigitString,
  page_addtime: DigitString,
  ext_info: z.string(),
  is_draft: DigitString,
  page_version: DigitString,
})

const OpenCatalog = z.object({
  cat_id: DigitString,
  cat_name: z.string(),
  item_id: DigitString,
  s_number: DigitString,
  addtime: DigitString,
  parent_cat_id: DigitString,
  level: DigitString,
})

const TreePage = z.object({
  page_id: z.string(),
  page_title: z.string(),
  cat_id: z.string(),
  page_content: z.string(),
  s_number: z.string(),
  page_comments: z.string(),
  /** True if the texts before it reached 20 MB together; `open/getPage` returns each whole. */
  is_text_left_out: z.literal(true).optional(),
})

/** A page in the tree of an item. */
export type TreePage = z.output<typeof TreePage>

const TreeCatalog = z.object({
  cat_id: z.string(),
  cat_name: z.string(),
  parent_cat_id: z.string(),
  level: z.string(),
  s_number: z.string(),
  pages: z.array(TreePage),
  catalogs: z.array(z.unknown()).meta(typeDescription('list of the same', '同样的列表')),
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
  .meta(objectMeta(z.object({ pages: z.array(TreePage), catalogs: z.array(TreeCatalog) })))

const updatePage = endpoint({
  summary: [
    'Create a page, or save a new version of the one with the same title and folder; missing folders are created',
    '按标题与目录写入页面，目录不存在时自动创建',
  ],
  access: { key: 'edit' },
  input: z.object({
    ...keyFields,
    page_title: Title,
    page_content: ItemPageText.optional().default(''),
    cat_name: CatalogPath,
    /** One more level, as older scripts send it. */
    cat_name_sub: CatalogPath,
    s_number: SortNumber.optional(),
  }),
  output: OpenPage,
  errors: ['keyWrong', 'itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong'],
})

const generate = textEndpoint({
  summary: ['Create or update pages from the comments in source code', '根据源代码注释生成页面'],
  access: { key: 'edit' },
  input: z.object({ ...keyFields, content: SourceText.optional().default('') }),
  errors: ['keyWrong', 'itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong'],
})

/** What scripts do with an item, by its key. */
export const open = {
  updatePage,
  updateItem: updatePage,
  getPage: query({
    summary: ['Get a page by its ID or title', '按 page_id 或标题读取页面'],
    access: { key: 'view' },
    input: z.object({ ...keyFields, page_id: OptionalId, page_title: trimmed(Text(1000)).optional() }),
    output: OpenPage,
    errors: ['keyWrong', 'pageUnnamed', 'pageGone'],
  }),
  deletePage: endpoint({
    summary: ['Move a page to the recycle bin', '把页面移入回收站'],
    access: { key: 'edit' },
    input: z.object({ ...keyFields, page_id: Id }),
    output: z.object({ page_id: z.number() }),
    errors: ['keyWrong', 'pageGone', 'pageLocked', 'onlyPage', 'itemArchived'],
  }),
  getCatalogTree: query({
    summary: ['Get the folders and pages of the project, with the text of each page', '项目的目录与页面（含内容）'],
    access: { key: 'view' },
    input: z.object(keyFields),
    output: TreeShape,
    errors: ['keyWrong'],
  }),
  createCatalog: endpoint({
    summary: ['Create a folder', '新建目录'],
    access: { key: 'edit' },
    input: z.object({ ...keyFields, cat_name: Title, parent_cat_id: OptionalId, s_number: SortNumber.optional() }),
    output: OpenCatalog,
    errors: ['keyWrong', 'catalogGone', 'catalogTooDeep', 'catalogTooMany', 'itemOnePage', 'itemArchived'],
  }),
  updateCatalog: endpoint({
    summary: [
      'Rename a folder or change its order; omitted fields stay unchanged',
      '修改目录的名称或序号，未传的保持不变',
    ],
    access: { key: 'edit' },
    input: z.object({ ...keyFields, cat_id: Id, cat_name: Title.optional(), s_number: SortNumber.optional() }),
    output: OpenCatalog,
    errors: ['keyWrong', 'catalogGone', 'itemArchived'],
  }),
  deleteCatalog: endpoint({
    summary: ['Delete a folder; its pages go to the recycle bin', '删除目录，其中的页面移入回收站'],
    access: { key: 'edit' },
    input: z.object({ ...keyFields, cat_id: Id }),
    output: z.object({ cat_id: z.number() }),
    errors: ['keyWrong', 'catalogGone', 'catalogLocked', 'itemArchived'],
  }),
  uploadAttachment: upload({
    summary: ['Upload an attachment to a page or the project', '上传附件到页面或项目'],
    access: { key: 'edit' },
    file: 'file',
    uploadKind: 'attachment',
    input: z.object({ ...keyFields, page_id: OptionalId }),
    output: z.object({ url: z.string(), file_id: z.number(), sign: z.string() }),
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
    input: z.object({ ...keyFields, file_id: OptionalId, sign: Text(64).optional(), file_url: Text(2000).optional() }),
    output: z.object({ file_id: z.number() }),
    errors: ['keyWrong', 'fileGone', 'itemArchived'],
  }),
  fromComments: generate,
  updateDbItem: textEndpoint({
    summary: ['Create or update a page for each table of a database', '为数据库的每张表写入数据字典页面'],
    access: { key: 'edit' },
    input: z.object({
      ...keyFields,
      /** Lines of tab-separated cells, the first a heading: table, comment, engine, collation. */
      table_info: SourceText.optional().default(''),
      /** Table, column, default, nullable, type, comment. */
      table_detail: SourceText.optional().default(''),
      /** Table, index, column, position, non-unique, type, comment. */
      table_index: SourceText.optional().default(''),
      cat_name: CatalogPath,
      s_number: SortNumber.optional(),
    }),
    errors: ['keyWrong', 'itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong'],
  }),
}

/** A page that a comment of a source text describes. */
const CommentPage = z.object({
  page_title: z.string(),
  /** The path of catalogs; empty for the root of the item. */
  catalog: z.string(),
  page_content: z.string(),
  /** True when there is already a page with this title: it would get a new version. */
  is_there: z.boolean(),
})

/**
 * `open/fromComments` under the name that older scripts use, and the same for people: first a preview, then the
 * writing.
 */
export const fromComments = {
  generate,
  show: query({
    summary: [
      'Preview the pages that the comments in source code describe, without writing anything',
      '预览源代码注释将生成的页面，不写入任何内容',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, content: SourceText }),
    output: z.array(CommentPage),
    errors: ['pageTooMany', 'textTooLong'],
  }),
  write: endpoint({
    summary: ['Create or update the pages that the comments in source code describe', '将源代码注释描述的页面写入项目'],
    access: { item: 'edit', by: 'item_id' },
    input: z.object({ item_id: Id, content: SourceText }),
    output: z.object({ page_ids: z.array(z.number()) }),
    errors: ['itemArchived', 'pageTooLarge', 'pageTooMany', 'catalogTooMany', 'itemOnePage', 'textTooLong', 'noRight'],
  }),
}
