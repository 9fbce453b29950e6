import { getItemType, type ItemType } from './item-types.ts'

/** A format of export: the extension of its files, and their media type. */
interface ExportFormatFacts {
  extension: string
  type: string
}

/** The formats in which a project can be exported, by the name that `docstead export --format` takes. */
export const exportFormats = {
  docx: { extension: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  markdown: { extension: 'zip', type: 'application/zip' },
  pdf: { extension: 'pdf', type: 'application/pdf' },
  openapi: { extension: 'json', type: 'application/json' },
  'openapi-yaml': { extension: 'yaml', type: 'application/yaml' },
  postman: { extension: 'json', type: 'application/json' },
  xlsx: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  site: { extension: 'zip', type: 'application/zip' },
} as const satisfies Record<string, ExportFormatFacts>

/** The name of an export format. */
export type ExportFormatName = keyof typeof exportFormats

/** The names of all formats. */
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormatName, ...ExportFormatName[]]

/** The formats that say nothing about items of a type, by where their pages are edited. */
const unfit: Record<ItemType['editor'], readonly ExportFormatName[]> = {
  text: ['xlsx'],
  sheet: ['openapi', 'openapi-yaml', 'postman'],
  apiClient: ['markdown', 'xlsx'],
}

/** Returns whether items of a type can be exported in a format. */
export const canExportAs = (item_type: number | string, format: ExportFormatName): boolean =>
  !unfit[getItemType(item_type).editor].includes(format)
