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
export type ImportFormat =
  | 'showdoc'
  | 'showdoc-old'
  | 'markdown'
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

/**
 * The formats that can be imported. A new API description needs its entry here, and a module in
 * `src/features/import/api/` whose reader stands in `src/features/import/api/descriptions.ts`.
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
  insomnia: { label: { en: 'Insomnia export', zh: 'Insomnia 导出文件' }, hasVisibility: false, isDescription: true },
  bruno: { label: { en: 'Bruno collection', zh: 'Bruno 集合' }, hasVisibility: false, isDescription: true },
  har: { label: { en: 'HAR recording', zh: 'HAR 抓包文件' }, hasVisibility: false, isDescription: true },
  yapi: { label: { en: 'YApi export', zh: 'YApi 导出文件' }, hasVisibility: false, isDescription: true },
  apidoc: { label: { en: 'apiDoc data', zh: 'apiDoc 数据' }, hasVisibility: false, isDescription: true },
  'api-page': { label: { en: 'API page JSON', zh: 'API 页面 JSON' }, hasVisibility: false, isDescription: true },
  graphql: { label: { en: 'GraphQL schema', zh: 'GraphQL 模式' }, hasVisibility: false, isDescription: true },
  protobuf: { label: { en: 'Protobuf files', zh: 'Protobuf 文件' }, hasVisibility: false, isDescription: true },
  curl: { label: { en: 'cURL commands', zh: 'cURL 命令' }, hasVisibility: false, isDescription: true },
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

/** Whether a file may be imported, by its name. */
export const isImportName = (name: string): boolean => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return ending === 'zip' || descriptionExtensions.some((one) => one === ending)
}

/** Returns the name of a file without its ending, as a new item is called. */
export const nameOfImport = (file_name: string): string =>
  isImportName(file_name) ? file_name.replace(/\.[^.]*$/, '') : file_name
