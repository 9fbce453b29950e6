/** A format of export: the extension of its files, and their media type. */
interface ExportFormatFacts {
  extension: string
  type: string
}

/** The formats in which a project can be exported, by the name that `docstead export --format` takes. */
export const exportFormats = {
  docx: { extension: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  markdown: { extension: 'zip', type: 'application/zip' },
  site: { extension: 'zip', type: 'application/zip' },
} as const satisfies Record<string, ExportFormatFacts>

/** The name of an export format. */
export type ExportFormatName = keyof typeof exportFormats
