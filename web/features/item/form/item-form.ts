import type { ApiError } from '#shared/contract/client.ts'
import { trimName } from '#shared/contract/name.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { choiceInput, firstChoice, lacksPassword, type VisibilityChoice } from '#web/features/item/visibility/index.tsx'

/** The values of the item form. */
export interface ItemForm extends VisibilityChoice {
  item_name: string
  item_description: string
  item_domain: string
  allow_comment: boolean
  allow_feedback: boolean
}

/** The request data of the item form. */
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

/** A problem that the client can detect before sending the form. */
export type ItemProblem = 'nameMissing' | 'passwordMissing' | 'domainShape' | 'domainDigits'

/** The maximum length of an item's name, in characters. */
export const nameMost = 200
const copyMark = '--copy'

/** The form of a new item. */
export const emptyForm: ItemForm = {
  item_name: '',
  item_description: '',
  item_domain: '',
  ...firstChoice(),
  allow_comment: false,
  allow_feedback: false,
}

/** Returns the form of a copy: the source's name, description and visibility. Source: specification 9, copy. */
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

/** Returns the form of an existing item. */
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

/**
 * Returns the problem of a custom address; undefined if there is none. Source: specification 5; 3 to 50 letters or
 * digits.
 */
export function domainProblem(domain: string): 'domainShape' | 'domainDigits' | undefined {
  if (domain === '') return undefined
  if (/^\d+$/.test(domain)) return 'domainDigits'
  return /^[A-Za-z0-9]{3,50}$/.test(domain) ? undefined : 'domainShape'
}

/** Returns the first invalid field in form order; undefined if there is none. */
export function firstItemProblem(form: ItemForm): { field: ItemField; problem: ItemProblem } | undefined {
  if (trimName(form.item_name) === '') return { field: 'item_name', problem: 'nameMissing' }
  if (lacksPassword(form)) return { field: 'password', problem: 'passwordMissing' }
  const domain = domainProblem(form.item_domain.trim())
  return domain && { field: 'item_domain', problem: domain }
}

/** Returns the request data of the form. */
export const toItemInput = (form: ItemForm): ItemInput => ({
  item_name: trimName(form.item_name),
  item_description: form.item_description.trim(),
  item_domain: form.item_domain.trim(),
  ...choiceInput(form),
  allow_comment: form.allow_comment,
  allow_feedback: form.allow_feedback,
})

/** Returns the stored form merged with the edits made while it was being sent. */
export const mergeEditsSince = (now: ItemForm, sent: ItemForm, stored: ItemForm): ItemForm => ({
  ...stored,
  ...Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof ItemForm])),
})

/** Returns the form of an item just saved with `input`. */
export const savedForm = (input: ItemInput): ItemForm => ({ ...input, ...firstChoice(input.visibility) })

const fields: Partial<Record<ApiError['errorName'], ItemField>> = {
  itemNameNeeded: 'item_name',
  privateNeedsPassword: 'password',
  passwordTooLong: 'password',
  domainBad: 'item_domain',
  domainTaken: 'item_domain',
}

/** Returns the field that a server error is about; undefined if it is about none. */
export const getErrorField = (errorName: ApiError['errorName']): ItemField | undefined => fields[errorName]
