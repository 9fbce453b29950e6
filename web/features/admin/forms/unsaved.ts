import { atom } from 'jotai'
import type { SectionId } from '../sections.ts'

const formsAtom = atom<ReadonlyMap<string, SectionId>>(new Map<string, SectionId>())

/** The parts of the console with changes that are not saved. They stay while one goes about in the console. */
export const unsavedSectionsAtom = atom((get): ReadonlySet<SectionId> => new Set(get(formsAtom).values()))

/** Says whether a form has such changes. */
export const markUnsavedAtom = atom(null, (get, set, form: string, section: SectionId, isUnsaved: boolean) => {
  const former = get(formsAtom)
  if (former.has(form) === isUnsaved) return
  const next = new Map(former)
  if (isUnsaved) next.set(form, section)
  else next.delete(form)
  set(formsAtom, next)
})
