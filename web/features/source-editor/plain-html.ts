import { LanguageSupport } from '@codemirror/language'
import { markup } from './code-languages.ts'

/** Stands in the bundle for the package of that name; see build/stub-lang-html.ts. Colours tags and their attributes. */
export const html = (): LanguageSupport => new LanguageSupport(markup())

/** No tags are suggested. */
export const htmlCompletionSource = (): null => null
