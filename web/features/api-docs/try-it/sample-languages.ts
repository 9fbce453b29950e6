import { atom, useAtom } from 'jotai'
import { readStored, writeStored } from '#web/lib/storage.ts'

/** A language for code samples. */
export type SampleLanguage = 'curl' | 'javascript' | 'python' | 'java' | 'go' | 'php' | 'csharp'

/** The languages of the samples, in the order of the select. */
export const sampleLanguages: readonly SampleLanguage[] = [
  'curl',
  'javascript',
  'python',
  'java',
  'go',
  'php',
  'csharp',
]

/** The syntax highlighting language of each sample. */
export const highlightLanguages: Record<SampleLanguage, string> = {
  curl: 'bash',
  javascript: 'javascript',
  python: 'python',
  java: 'java',
  go: 'go',
  php: 'php',
  csharp: 'csharp',
}

/** The names of the languages, with what sends the request. */
export const sampleNames: Record<SampleLanguage, string> = {
  curl: 'cURL',
  javascript: 'JavaScript · fetch',
  python: 'Python · requests',
  java: 'Java · HttpClient',
  go: 'Go · net/http',
  php: 'PHP · cURL',
  csharp: 'C# · HttpClient',
}

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
