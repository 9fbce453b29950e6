import { callFieldDescriptions, type Description, fieldDescriptions } from '#shared/contract/field-descriptions.ts'
import { callResponseDescriptions, responseDescriptions } from '#shared/contract/response-descriptions.ts'
import type { Field } from './fields.ts'

/** Returns the description of an input field: for this endpoint, or for any field of this name. */
export const findFieldDescription = (call: string, { path, name }: Field): Description | undefined =>
  callFieldDescriptions[call]?.[path] ?? fieldDescriptions[name]

/** Returns the description of a response field. */
export const findResponseDescription = (call: string, { path, name }: Field): Description | undefined =>
  callResponseDescriptions[call]?.[path] ?? responseDescriptions[name] ?? fieldDescriptions[name]
