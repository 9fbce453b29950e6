import i18next from 'i18next'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#shared/contract/client.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import {
  firstItemProblem,
  getErrorField,
  type ItemField,
  type ItemForm,
  type ItemInput,
  type ItemProblem,
  mergeEditsSince,
  toItemInput,
} from './item-form.ts'

const problemKey = (problem: ItemProblem) =>
  problem === 'passwordMissing' ? 'visibility:missing' : (`item-form:problem.${problem}` as const)

/** Error messages by field. */
type ItemFormErrors = Partial<Record<ItemField | 'form', LocalizedText>>

/** The state of an item form. */
export interface ItemFormState {
  form: ItemForm
  /** The initial values. */
  first: ItemForm
  errors: ItemFormErrors
  busy: boolean
  dirty: boolean
  /** The container of the fields: the first invalid one gets the focus. */
  fields: RefObject<HTMLDivElement | null>
  change: (part: Partial<ItemForm>) => void
  submit: () => Promise<void>
}

/**
 * Manages the state of an item form.
 *
 * @param onSave saves the form; a rejection is shown at the field it is about. Returns the stored form if editing goes
 * on afterwards
 */
export function useItemForm(
  title: string,
  first: ItemForm,
  onSave: (input: ItemInput) => Promise<ItemForm | void>,
): ItemFormState {
  const [form, setForm] = useState(first)
  const [errors, setErrors] = useState<ItemFormErrors>({})
  const [busy, setBusy] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const dirty = JSON.stringify(form) !== JSON.stringify(first)
  useEffect(() => {
    const text = [form.item_name, form.item_description].filter(Boolean).join('\n')
    return registerUnsaved('item-form', () => (dirty ? { title, text } : undefined))
  }, [dirty, title, form])
  const show = (next: ItemFormErrors) => {
    setErrors(next)
    const [name] = Object.keys(next)
    window.setTimeout(() => {
      const box = fields.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) // rendered by now
      box?.focus()
      box?.scrollIntoView({ block: 'center' })
    })
  }
  const submit = async () => {
    if (busy) return
    const wrong = firstItemProblem(form)
    if (wrong) return show({ [wrong.field]: localized(() => i18next.t(problemKey(wrong.problem))) })
    setBusy(true)
    setErrors({})
    try {
      const stored = await onSave(toItemInput(form))
      if (stored) setForm((now) => mergeEditsSince(now, form, stored))
    } catch (error) {
      const field = error instanceof ApiError ? getErrorField(error.errorName) : undefined
      show({ [field ?? 'form']: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  const change = (part: Partial<ItemForm>) => {
    setForm({ ...form, ...part })
    setErrors({})
  }
  return { form, first, errors, busy, dirty, fields, change, submit }
}
