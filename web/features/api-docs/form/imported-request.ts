import type { ImportedRequest } from '#shared/api-doc/curl.ts'
import type { Fault } from './json-source-edit.ts'

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
