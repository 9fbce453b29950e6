import { fillText, type ProblemTexts, problemText } from '../schema/problem-text.ts'
import type { LintFinding } from './lint.ts'

/** The texts of findings in one language. */
export interface LintTexts extends ProblemTexts {
  /** What each rule asks for. */
  titles: Readonly<Record<string, string>>
  findings: Readonly<Record<string, string>>
  /** Parts of an operation: `response`, `query`. */
  places: Readonly<Record<string, string>>
}

/** Returns a finding in words, with its place: `response 200: The response has no example`. */
export function findingText({ rule, place, values, problem }: LintFinding, texts: LintTexts): string {
  const named = values['name'] ? ` “${values['name']}”` : ''
  const all = { ...values, named, problem: problem ? problemText(problem, texts) : '' }
  const text = fillText(texts.findings[rule] ?? rule, all)
  const [part = '', ...rest] = place.split(' ')
  return place === '' ? text : `${[texts.places[part] ?? part, ...rest].join(' ')}: ${text}`
}
