import type { UnknownObject } from '../unknown-json.ts'

/** What the description of an imported page says about it, with the edits of people, as its reader gets it. */
export interface ReadingSource {
  path: string
  method: string
  /** The path item without its operations. */
  around: UnknownObject
  operation: UnknownObject
  /** Whether its parameters are complete: those of its path do not hold for it. */
  hasAllParameters: boolean
  /** The components and parts of other paths that it leads to, with `servers` and `security`. */
  root: UnknownObject
  /** The title of its description; empty when the item has one only. */
  of: string
  /** Markdown that people have added to the remark. */
  notes: string
}

/** The models that a page which people wrote refers to, as its reader gets them. */
export interface ModelSource {
  /** Its rows say what the operation is. */
  operation?: undefined
  /** `components` with the models, and what they lead to. */
  root: UnknownObject
  /** The title of the description that they come from; empty when the item has one only. */
  of: string
}
