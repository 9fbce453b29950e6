/** A format that an import can read. */
interface ImportFormatTraits {
  /** What people call a file of it. */
  label: Readonly<Record<'en' | 'zh', string>>
  /** Whether it says who may see the item. */
  hasVisibility: boolean
  /** Whether it describes an API: its pages follow the pages that the item has. */
  isDescription: boolean
}

/** The name of a format, on the wire too. `showdoc-old` is the layout with `prefix_info.json`. */
export type ImportFormat = 'docstead' | 'showdoc' | 'showdoc-old' | DocumentFormat | DescriptionFormat

/** A format of documents, which `src/features/import/documents/` reads. */
export type DocumentFormat =
  | 'markdown'
  | 'mkdocs'
  | 'docusaurus'
  | 'gitbook'
  | 'html'
  | 'word'
  | 'sheets'
  | 'confluence'
  | 'confluence-xml'
  | 'notion'
  | 'outline'
  | 'docmost'
  | 'bookstack'

/** A format of API descriptions, which `src/features/import/api/` reads. */
type DescriptionFormat =
  | 'openapi'
  | 'postman'
  | 'insomnia'
  | 'bruno'
  | 'har'
  | 'yapi'
  | 'apidoc'
  | 'api-page'
  | 'graphql'
  | 'protobuf'
  | 'curl'

const documents = (en: string, zh = en): ImportFormatTraits => ({
  label: { en, zh },
  hasVisibility: false,
  isDescription: false,
})

const description = (en: string, zh = en): ImportFormatTraits => ({ ...documents(en, zh), isDescription: true })

/**
 * The formats that can be imported. A new API description needs its entry here, and a module in
 * `src/features/import/api/` whose reader stands in the list of its `descriptions.ts`; a new format of documents a module
 * in `src/features/import/documents/` whose reader stands in the list of its `readers.ts`.
 */
export const importFormats: Readonly<Record<ImportFormat, ImportFormatTraits>> = {
  docstead: { label: { en: 'Docstead archive', zh: 'Docstead 归档' }, hasVisibility: true, isDescription: false },
  showdoc: { label: { en: 'ShowDoc export', zh: 'ShowDoc 导出文件' }, hasVisibility: true, isDescription: false },
  'showdoc-old': {
    label: { en: 'Older ShowDoc export', zh: '旧版 ShowDoc 导出文件' },
    hasVisibility: true,
    isDescription: false,
  },
  markdown: documents('Markdown files', 'Markdown 文件'),
  mkdocs: documents('MkDocs site', 'MkDocs 站点'),
  docusaurus: documents('Docusaurus site', 'Docusaurus 站点'),
  gitbook: documents('GitBook', 'GitBook 文档'),
  html: documents('HTML files', 'HTML 文件'),
  word: documents('Word document', 'Word 文档'),
  sheets: documents('Excel or CSV file', 'Excel 或 CSV 表格'),
  confluence: documents('Confluence space (HTML)', 'Confluence 空间（HTML）'),
  'confluence-xml': documents('Confluence space (XML)', 'Confluence 空间（XML）'),
  notion: documents('Notion export', 'Notion 导出文件'),
  outline: documents('Outline export', 'Outline 导出文件'),
  docmost: documents('Docmost export', 'Docmost 导出文件'),
  bookstack: documents('BookStack export', 'BookStack 导出文件'),
  openapi: description('OpenAPI or Swagger description', 'OpenAPI 或 Swagger 描述'),
  postman: description('Postman collection', 'Postman 集合'),
  insomnia: description('Insomnia export', 'Insomnia 导出文件'),
  bruno: description('Bruno collection', 'Bruno 集合'),
  har: description('HAR recording', 'HAR 抓包文件'),
  yapi: description('YApi export', 'YApi 导出文件'),
  apidoc: description('apiDoc data', 'apiDoc 数据'),
  'api-page': description('API page JSON', 'API 页面 JSON'),
  graphql: description('GraphQL schema', 'GraphQL 模式'),
  protobuf: description('Protobuf files', 'Protobuf 文件'),
  curl: description('cURL commands', 'cURL 命令'),
}

/** The names of all formats. */
export const importFormatNames = Object.keys(importFormats) as ImportFormat[]

/** The endings of files with API descriptions, without the dot. */
export const descriptionExtensions = [
  'json',
  'yaml',
  'yml',
  'har',
  'bru',
  'proto',
  'graphql',
  'graphqls',
  'gql',
  'sdl',
  'curl',
  'sh',
  'txt',
] as const

/** The endings of files with documents, without the dot. */
export const documentExtensions = [
  'md',
  'markdown',
  'mdx',
  'html',
  'htm',
  'xhtml',
  'doc',
  'docx',
  'xlsx',
  'csv',
  'tsv',
] as const

const endsIn = (name: string, endings: readonly string[]): boolean =>
  endings.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())

/** Whether a file may be an API description, by its name. */
export const isDescriptionName = (name: string): boolean => endsIn(name, descriptionExtensions)

/** Whether a file may be imported, by its name. */
export const isImportName = (name: string): boolean =>
  endsIn(name, ['zip']) || endsIn(name, documentExtensions) || isDescriptionName(name)

/** Returns the name of a file without its ending, as a new item is called. */
export const nameOfImport = (file_name: string): string =>
  isImportName(file_name) ? file_name.replace(/\.[^.]*$/, '') : file_name
