import { atom } from 'jotai'
import { startTransition } from 'react'
import { api } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import type { Lang } from '#web/lib/i18n.ts'
import { type Reference, readReference } from './reference.ts'

/** The reference, or the error. */
type Loaded = { reference: Reference } | { error: unknown }

const versionAtom = atom(0)

const load = async (lang: Lang): Promise<Loaded> => {
  try {
    const { markdown, example_site } = await api.help.api({ lang })
    // The examples call this site, so that they can be copied and run.
    return { reference: readReference(markdown.replaceAll(example_site, window.location.origin + boot.base)) }
  } catch (error) {
    return { error }
  }
}

const inLang = (lang: Lang) =>
  atom((get): Promise<Loaded> => {
    get(versionAtom)
    return load(lang)
  })

/** The reference in each language. Suspends. */
export const referenceAtoms: Record<Lang, ReturnType<typeof inLang>> = { en: inLang('en'), zh: inLang('zh') }

/** Refetches the reference. */
export const reloadReferenceAtom = atom(null, (_get, set) => startTransition(() => set(versionAtom, (n) => n + 1)))
