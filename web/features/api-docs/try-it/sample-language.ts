import { atom, useAtom } from 'jotai'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { type SampleLanguage, sampleLanguages } from './sample-languages.ts'

const key = 'docstead.call.language'
const isLanguage = (value: unknown): value is SampleLanguage => sampleLanguages.some((one) => one === value)

const chosenAtom = atom<SampleLanguage | undefined>(undefined)

const languageAtom = atom(
  (get) => get(chosenAtom) ?? readStored<SampleLanguage>(key, 'curl', isLanguage),
  (_get, set, language: SampleLanguage) => {
    set(chosenAtom, language)
    writeStored(key, language)
  },
)

/** Returns the language of code samples and a function to change it: one for the whole site, stored in this browser. */
export const useSampleLanguage = () => useAtom(languageAtom)
