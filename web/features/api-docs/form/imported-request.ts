import type { Fault } from './json-source-edit.ts'
import type { NewRow } from './row-edits.ts'

/** A request parsed from another format, to be imported into an API page. */
export interface ImportedRequest {
  method: string
  url: string
  headers: NewRow[]
  query: NewRow[]
  cookies: NewRow[]
  /** The path parameters, when the source describes them. */
  pathVariables?: NewRow[]
  mode: 'none' | 'json' | 'raw' | 'formdata' | 'urlencoded'
  body: string
  form: NewRow[]
  auth: { type: 'basic' | 'bearer' | 'digest'; values: { key: string; value: string }[] } | undefined
  /** Parts that an API page has no field for, verbatim. */
  left: string[]
}

/** What was found in a text to import. */
export type ImportedContent =
  | { kind: 'curl'; request: ImportedRequest }
  | {
      kind: 'operation'
      request: ImportedRequest
      description: string
      success: string
      failure: string
    }
  | { kind: 'operations'; names: string[] }
  | { kind: 'api'; text: string }
  | { kind: 'answer'; text: string }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'unknown' }
