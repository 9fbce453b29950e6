import { LanguageSupport } from '@codemirror/language'
import { markup } from './code-languages.ts'

/**
 * Replaces the package of that name in the bundle; see build/stub-lang-html.ts. Highlights tags and their attributes.
 */
export const html = (): LanguageSupport => new LanguageSupport(markup())

/** Suggests no tags. */
export const htmlCompletionSource = (): null => null
