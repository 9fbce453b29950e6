/**
 * Why a whole file is turned away. The name of the message is `import` + the reason with a capital letter, so `notZip`
 * has the message `importNotZip`.
 */
export type ImportErrorReason =
  | 'notZip'
  | 'damaged'
  | 'encrypted'
  | 'unsupported'
  | 'tooManyEntries'
  | 'entryTooLarge'
  | 'tooLarge'
  | 'ratio'
  | 'hostileName'
  | 'duplicateName'
  | 'symlink'
  | 'descriptionTooLarge'
  | 'badJson'
  | 'jsonTooDeep'
  | 'jsonTooMany'
  | 'empty'
  | 'tooSlow'
  | 'badYaml'
  | 'yamlTab'
  | 'yamlIndent'
  | 'yamlDuplicateKey'
  | 'yamlManyDocuments'
  | 'yamlAlias'
  | 'unknownJson'

/** What a message names beside the file: a line and column from 1, a key. */
export type ImportErrorValues = Readonly<Record<string, string | number>>

/** A file that is not imported at all: nothing of it has been used. */
export class ImportError extends Error {
  readonly reason: ImportErrorReason
  /** The entry of the archive that was the cause, as a person may read it; undefined when it is the file itself. */
  readonly detail: string | undefined
  /** Where in a text it is, and what else its message names. */
  readonly values: ImportErrorValues

  constructor(reason: ImportErrorReason, detail?: string, values: ImportErrorValues = {}) {
    super(detail === undefined ? reason : `${reason}: ${detail}`)
    this.name = 'ImportRefused'
    this.reason = reason
    this.detail = detail
    this.values = values
  }
}

/** The words in which a reader refuses: `refuse('damaged', name)` never returns. */
export function rejectImport(reason: ImportErrorReason, detail?: string, values?: ImportErrorValues): never {
  throw new ImportError(reason, detail, values)
}
