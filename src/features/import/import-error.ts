/**
 * The reason why a whole file is rejected. Its message is named `import` + the reason with a capital letter, so
 * `notZip` has the message `importNotZip`.
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
  | 'htmlTooDeep'
  | 'treeTooDeep'
  | 'badXml'
  | 'xmlEntities'
  | 'badWord'
  | 'badSheet'
  | 'oldOffice'
  | 'otherFormat'
  | 'badGraphql'
  | 'badProto'
  | 'refOutside'

/** The values in a message besides the file: a line and column from 1, a key. */
export type ImportErrorValues = Readonly<Record<string, string | number>>

/** The error for a file that is not imported at all: nothing of it has been used. */
export class ImportError extends Error {
  readonly reason: ImportErrorReason
  /** The archive entry that caused the error, in readable form; undefined when it is the file itself. */
  readonly detail: string | undefined
  /** The position in a text, and other values of its message. */
  readonly values: ImportErrorValues

  constructor(reason: ImportErrorReason, detail?: string, values: ImportErrorValues = {}) {
    super(detail === undefined ? reason : `${reason}: ${detail}`)
    this.name = 'ImportRefused'
    this.reason = reason
    this.detail = detail
    this.values = values
  }
}

/** Rejects a file: `rejectImport('damaged', name)` never returns. */
export function rejectImport(reason: ImportErrorReason, detail?: string, values?: ImportErrorValues): never {
  throw new ImportError(reason, detail, values)
}
