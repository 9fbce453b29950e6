import { atom } from 'jotai'
import { onStoredElsewhere, readStored, writeStored } from '#web/lib/storage.ts'

/** The theme setting. */
export type ThemeChoice = 'system' | 'light' | 'dark'
/** The theme shown. */
export type Theme = 'light' | 'dark'

const key = 'docstead.theme' // also read by web/first-paint.js
const isChoice = (value: unknown): value is ThemeChoice => value === 'system' || value === 'light' || value === 'dark'
const readChoice = () => readStored<ThemeChoice>(key, 'system', isChoice)
const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)')
const resolve = (choice: ThemeChoice): Theme =>
  choice === 'system' ? (darkQuery().matches ? 'dark' : 'light') : choice

const apply = (choice: ThemeChoice) => {
  const { dataset } = document.documentElement
  dataset.theme = resolve(choice)
  dataset.themeChoice = choice
}

const choiceAtom = atom<ThemeChoice>('system')
const systemAtom = atom(0)

choiceAtom.onMount = (set) => {
  const read = () => {
    const choice = readChoice()
    apply(choice)
    set(choice)
  }
  read()
  return onStoredElsewhere(key, read)
}

systemAtom.onMount = (set) => {
  const query = darkQuery()
  const changed = () => {
    apply(readChoice())
    set((n) => n + 1)
  }
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** The theme setting. Writing it updates the page, the browser's storage and the other tabs. */
export const themeChoiceAtom = atom(
  (get) => get(choiceAtom),
  (_get, set, choice: ThemeChoice) => {
    writeStored(key, choice)
    apply(choice)
    set(choiceAtom, choice)
  },
)

/** The theme shown now, for drawings that must follow it. */
export const themeAtom = atom((get): Theme => {
  get(systemAtom)
  return resolve(get(choiceAtom))
})
