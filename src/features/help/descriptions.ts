import { callFieldDescriptions, type Description, fieldDescriptions } from '#contract/field-descriptions.ts'
import { callResponseDescriptions, responseDescriptions } from '#contract/response-descriptions.ts'
import type { Field } from './fields.ts'

/** What a field of a call's input means: in this call, or wherever its name stands. */
export const findFieldDescription = (call: string, { path, name }: Field): Description | undefined =>
  callFieldDescriptions[call]?.[path] ?? fieldDescriptions[name]

/** What a field of a call's answer means. */
export const findResponseDescription = (call: string, { path, name }: Field): Description | undefined =>
  callResponseDescriptions[call]?.[path] ?? responseDescriptions[name] ?? fieldDescriptions[name]
