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
export type ImportFormat = 'showdoc' | 'showdoc-old' | 'markdown' | 'openapi' | 'postman'

/**
 * The formats that can be imported. A new API description needs its entry here, and a module in
 * `src/features/import/api/` whose reader stands in the list of `src/features/import/plan.ts`.
 */
export const importFormats: Readonly<Record<ImportFormat, ImportFormatTraits>> = {
  showdoc: { label: { en: 'ShowDoc export', zh: 'ShowDoc 导出文件' }, hasVisibility: true, isDescription: false },
  'showdoc-old': {
    label: { en: 'Older ShowDoc export', zh: '旧版 ShowDoc 导出文件' },
    hasVisibility: true,
    isDescription: false,
  },
  markdown: { label: { en: 'Markdown files', zh: 'Markdown 文件' }, hasVisibility: false, isDescription: false },
  openapi: {
    label: { en: 'OpenAPI or Swagger description', zh: 'OpenAPI 或 Swagger 描述' },
    hasVisibility: false,
    isDescription: true,
  },
  postman: { label: { en: 'Postman collection', zh: 'Postman 集合' }, hasVisibility: false, isDescription: true },
}

/** The names of all formats. */
export const importFormatNames = Object.keys(importFormats) as ImportFormat[]
