/** A format that an import can read. */
export interface ImportFormatTraits {
  /** What people call a file of it. */
  label: Readonly<Record<'en' | 'zh', string>>
  /** Whether it says who may see the item. */
  hasVisibility: boolean
  /** Whether it describes an API: its pages follow the pages that the item has. */
  isDescription: boolean
}

/** The name of a format, on the wire too. `showdoc-old` is the layout with `prefix_info.json`. */
export type ImportFormat = 'showdoc' | 'showdoc-old' | DocumentFormat | 'openapi' | 'postman'

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

const documents = (en: string, zh = en): ImportFormatTraits => ({
  label: { en, zh },
  hasVisibility: false,
  isDescription: false,
})

/**
 * The formats that can be imported. A new API description needs its entry here, and a module in
 * `src/features/import/api/` whose reader stands in the list of `src/features/import/plan.ts`; a new format of documents
 * a module in `src/features/import/documents/` whose reader stands in the list of its `readers.ts`.
 */
export const importFormats: Readonly<Record<ImportFormat, ImportFormatTraits>> = {
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
  openapi: {
    label: { en: 'OpenAPI or Swagger description', zh: 'OpenAPI 或 Swagger 描述' },
    hasVisibility: false,
    isDescription: true,
  },
  postman: { label: { en: 'Postman collection', zh: 'Postman 集合' }, hasVisibility: false, isDescription: true },
}

/** The names of all formats. */
export const importFormatNames = Object.keys(importFormats) as ImportFormat[]
