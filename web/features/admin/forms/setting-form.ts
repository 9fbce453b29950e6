import { type Atom, atom, type WritableAtom } from 'jotai'
import { ApiError } from '#web/lib/api.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { type QueryAtom, queryAtom, queryValue } from '#web/lib/query.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import type { SectionId } from '../sections.ts'
import { editsSince, getShownValues, mergeEdits, toLines } from './draft.ts'
import { type FieldSpec, type Problem, type Values, validateField } from './fields.ts'
import { markUnsavedAtom } from './unsaved.ts'

/** Why a form is invalid: at a field, or as a whole. */
interface FormProblem {
  name?: string
  problem?: Problem
  /** The message of the server. */
  why?: LocalizedText
}

/** A settings form: the stored values, the edits, and the actions. */
export interface SettingForm {
  fields: readonly FieldSpec[]
  storedAtom: QueryAtom<Values>
  typedAtom: Atom<Values>
  valuesAtom: Atom<Values>
  problemAtom: Atom<FormProblem | undefined>
  changeAtom: WritableAtom<null, [name: string, value: string], void>
  discardAtom: WritableAtom<null, [], void>
  /** Saves the changes. @returns whether they were saved */
  saveAtom: WritableAtom<null, [], Promise<boolean>>
}

/** Creates a settings form. Edits survive leaving the form, until they are saved or discarded. */
export function createSettingForm(how: {
  id: string
  /** The section of Admin that contains the form. */
  section: SectionId
  fields: readonly FieldSpec[]
  load: () => Promise<Values>
  /** Saves the changes; `values` is the whole form after the change. */
  save: (changes: Values, values: Values) => Promise<unknown>
  /** Maps an error name to the field it is about. */
  fieldOf?: Readonly<Record<string, string>>
}): SettingForm {
  const { id, section, fields, load, save, fieldOf = {} } = how
  const secrets = new Set(fields.filter((field) => field.kind === 'secret').map((field) => field.name))
  const storedAtom = queryAtom(load)
  const savedAtom = atom<Values>({})
  const problemAtom = atom<FormProblem>()
  const typedAtom = atom((get) => get(savedAtom))
  const valuesAtom = atom((get) => getShownValues(queryValue(get(storedAtom)) ?? {}, get(savedAtom)))
  let leave: (() => void) | undefined
  const keepAtom = atom(null, (_get, set, typed: Values) => {
    const isUnsaved = Object.keys(typed).length > 0
    const { title } = document
    set(savedAtom, typed)
    set(markUnsavedAtom, id, section, isUnsaved)
    leave?.()
    leave = isUnsaved ? registerUnsaved(id, () => ({ title, text: toLines(typed, secrets) })) : undefined
  })
  const changeAtom = atom(null, (get, set, name: string, value: string) => {
    set(keepAtom, mergeEdits(get(savedAtom), queryValue(get(storedAtom)) ?? {}, name, value))
    if (get(problemAtom)?.name === name) set(problemAtom, undefined)
  })
  const discardAtom = atom(null, (_get, set) => {
    set(keepAtom, {})
    set(problemAtom, undefined)
  })
  const firstProblem = (values: Values): FormProblem | undefined => {
    for (const field of fields) {
      const problem = validateField(field, values)
      if (problem) return { name: field.name, problem }
    }
    return undefined
  }
  const saveAtom = atom(null, async (get, set) => {
    const typed = get(savedAtom)
    const values = get(valuesAtom)
    const problem = firstProblem(values)
    set(problemAtom, problem)
    if (problem) return false
    try {
      await save(typed, values)
    } catch (error) {
      const name = error instanceof ApiError ? fieldOf[error.errorName] : undefined
      set(problemAtom, { why: errorText(error), ...(name && { name }) })
      return false
    }
    const former = queryValue(get(storedAtom)) ?? {}
    await set(storedAtom)
    set(keepAtom, editsSince(values, getShownValues(former, get(savedAtom)), queryValue(get(storedAtom)) ?? {}))
    return true
  })
  return {
    fields,
    storedAtom,
    typedAtom,
    valuesAtom,
    problemAtom: atom((get) => get(problemAtom)),
    changeAtom,
    discardAtom,
    saveAtom,
  }
}
