import type { Fault } from './json-edit.ts'
import type { NewRow } from './row-edits.ts'

/** A request that was read from somewhere else, to be put into an API page. */
export interface ImportedRequest {
  method: string
  url: string
  headers: NewRow[]
  query: NewRow[]
  cookies: NewRow[]
  /** What the address says of its own parts, where that is known. */
  pathVariables?: NewRow[]
  mode: 'none' | 'json' | 'raw' | 'formdata' | 'urlencoded'
  body: string
  form: NewRow[]
  auth: { type: 'basic' | 'bearer' | 'digest'; values: { key: string; value: string }[] } | undefined
  /** What has no place on an API page, word for word. */
  left: string[]
}

/** What was found in a text that somebody wants to import. */
export type ImportedContent =
  | { kind: 'curl'; request: ImportedRequest }
  | {
      kind: 'operation'
      request: ImportedRequest
      title: string
      description: string
      success: string
      failure: string
    }
  | { kind: 'operations'; names: string[] }
  | { kind: 'api'; text: string }
  | { kind: 'answer'; text: string }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'unknown' }
