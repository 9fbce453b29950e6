import { answerWords, callAnswerWords } from '#contract/answer-words.ts'
import { callFieldWords, fieldWords, type Words } from '#contract/field-words.ts'
import type { Field } from './fields.ts'

/** What a field of a call's input means: in this call, or wherever its name stands. */
export const fieldMeaning = (call: string, { path, name }: Field): Words | undefined =>
  callFieldWords[call]?.[path] ?? fieldWords[name]

/** What a field of a call's answer means. */
export const answerMeaning = (call: string, { path, name }: Field): Words | undefined =>
  callAnswerWords[call]?.[path] ?? answerWords[name] ?? fieldWords[name]
