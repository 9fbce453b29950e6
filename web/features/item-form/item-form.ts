import type { ApiError } from '#contract/client.ts'
import { trimName } from '#contract/name.ts'
import type { Visibility } from '#contract/visibility.ts'
import { choiceInput, firstChoice, lacksPassword, type VisibilityChoice } from '#web/features/visibility/index.tsx'

/** What the form of an item holds. */
export interface ItemForm extends VisibilityChoice {
  item_name: string
  item_description: string
  item_domain: string
  allow_comment: boolean
  allow_feedback: boolean
}

/** What the form of an item sends. */
export interface ItemInput {
  item_name: string
  item_description: string
  item_domain: string
  visibility: Visibility
  password: string
  allow_comment: boolean
  allow_feedback: boolean
}

/** A field of the form. */
export type ItemField = 'item_name' | 'password' | 'item_domain'

/** What may be wrong with it before the server is asked. */
export type ItemProblem = 'nameMissing' | 'passwordMissing' | 'domainShape' | 'domainDigits'

/** How long the name of an item may be, in characters. */
export const nameMost = 200
const copyMark = '--copy'

/** The form of an item that does not exist yet. */
export const emptyForm: ItemForm = {
  item_name: '',
  item_description: '',
  item_domain: '',
  ...firstChoice(),
  allow_comment: false,
  allow_feedback: false,
}

/** The form of a copy of an item: its name, what it is about, and who can see it. Source: specification 9, copy. */
export const toCopyForm = (source: {
  item_name: string
  item_description?: string
  visibility?: Visibility
}): ItemForm => ({
  ...emptyForm,
  ...firstChoice(source.visibility),
  item_name: `${source.item_name.slice(0, nameMost - copyMark.length)}${copyMark}`,
  item_description: source.item_description ?? '',
})

/** The form of an item that exists. */
export const toItemForm = (item: {
  item_name: string
  item_description: string
  item_domain: string
  visibility: Visibility
  allow_comment: string
  allow_feedback: string
}): ItemForm => ({
  item_name: item.item_name,
  item_description: item.item_description,
  item_domain: item.item_domain,
  ...firstChoice(item.visibility),
  allow_comment: item.allow_comment === '1',
  allow_feedback: item.allow_feedback === '1',
})

/** Whether readers of items of a type may be asked what they think: of regular ones alone. */
export const supportsFeedback = (item_type: string): boolean => item_type === '0' || item_type === '1'

/** What is wrong with an own address; undefined when nothing is. Source: specification 5; 3 to 50 letters or digits. */
export function domainProblem(domain: string): 'domainShape' | 'domainDigits' | undefined {
  if (domain === '') return undefined
  if (/^\d+$/.test(domain)) return 'domainDigits'
  return /^[A-Za-z0-9]{3,50}$/.test(domain) ? undefined : 'domainShape'
}

/** The first field that is wrong, in the order of the form; undefined when none is. */
export function firstItemProblem(form: ItemForm): { field: ItemField; problem: ItemProblem } | undefined {
  if (trimName(form.item_name) === '') return { field: 'item_name', problem: 'nameMissing' }
  if (lacksPassword(form)) return { field: 'password', problem: 'passwordMissing' }
  const domain = domainProblem(form.item_domain.trim())
  return domain && { field: 'item_domain', problem: domain }
}

/** What the form sends. */
export const toItemInput = (form: ItemForm): ItemInput => ({
  item_name: trimName(form.item_name),
  item_description: form.item_description.trim(),
  item_domain: form.item_domain.trim(),
  ...choiceInput(form),
  allow_comment: form.allow_comment,
  allow_feedback: form.allow_feedback,
})

/** The form as it is stored, with what was typed while it was being sent. */
export const mergeEditsSince = (now: ItemForm, sent: ItemForm, stored: ItemForm): ItemForm => ({
  ...stored,
  ...Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof ItemForm])),
})

/** The form of an item of which this was just saved. */
export const savedForm = (input: ItemInput): ItemForm => ({ ...input, ...firstChoice(input.visibility) })

const fields: Partial<Record<ApiError['errorName'], ItemField>> = {
  itemNameNeeded: 'item_name',
  privateNeedsPassword: 'password',
  passwordTooLong: 'password',
  domainBad: 'item_domain',
  domainTaken: 'item_domain',
}

/** The field that a refusal of the server is about; undefined when it is about none. */
export const getErrorField = (errorName: ApiError['errorName']): ItemField | undefined => fields[errorName]
