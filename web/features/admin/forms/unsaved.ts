import { atom } from 'jotai'
import type { SectionId } from '../sections.ts'

const formsAtom = atom<ReadonlyMap<string, SectionId>>(new Map<string, SectionId>())

/** The sections with unsaved changes. The changes survive navigation within Admin. */
export const unsavedSectionsAtom = atom((get): ReadonlySet<SectionId> => new Set(get(formsAtom).values()))

/** Records whether a form has unsaved changes. */
export const markUnsavedAtom = atom(null, (get, set, form: string, section: SectionId, isUnsaved: boolean) => {
  const former = get(formsAtom)
  if (former.has(form) === isUnsaved) return
  const next = new Map(former)
  if (isUnsaved) next.set(form, section)
  else next.delete(form)
  set(formsAtom, next)
})
