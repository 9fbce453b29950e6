/**
 * Why a whole file is turned away. The name of the message is `import` + the reason with a capital letter, so `notZip`
 * has the message `importNotZip`.
 */
export type RefusalReason =
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
export type RefusalValues = Readonly<Record<string, string | number>>

/** A file that is not imported at all: nothing of it has been used. */
export class ImportRefused extends Error {
  readonly reason: RefusalReason
  /** The entry of the archive that was the cause, as a person may read it; undefined when it is the file itself. */
  readonly detail: string | undefined
  /** Where in a text it is, and what else its message names. */
  readonly values: RefusalValues

  constructor(reason: RefusalReason, detail?: string, values: RefusalValues = {}) {
    super(detail === undefined ? reason : `${reason}: ${detail}`)
    this.name = 'ImportRefused'
    this.reason = reason
    this.detail = detail
    this.values = values
  }
}

/** The words in which a reader refuses: `refuse('damaged', name)` never returns. */
export function refuse(reason: RefusalReason, detail?: string, values?: RefusalValues): never {
  throw new ImportRefused(reason, detail, values)
}
