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
  | 'badJson'
  | 'jsonTooDeep'
  | 'jsonTooMany'
  | 'empty'
  | 'tooSlow'
  | 'yaml'
  | 'unknownJson'

/** A file that is not imported at all: nothing of it has been used. */
export class ImportRefused extends Error {
  readonly reason: RefusalReason
  /** The entry of the archive that was the cause, as a person may read it; undefined when it is the file itself. */
  readonly detail: string | undefined

  constructor(reason: RefusalReason, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`)
    this.name = 'ImportRefused'
    this.reason = reason
    this.detail = detail
  }
}

/** The words in which a reader refuses: `refuse('damaged', name)` never returns. */
export function refuse(reason: RefusalReason, detail?: string): never {
  throw new ImportRefused(reason, detail)
}
