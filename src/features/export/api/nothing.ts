/** Thrown by a writer when no page has what its format holds. */
export class NothingToExport extends Error {
  constructor() {
    super('There is nothing to export in this format')
  }
}
