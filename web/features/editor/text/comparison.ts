import { type Atom, atom } from 'jotai'
import { unwrap } from 'jotai/utils'
import type { CompareRequest, Comparison } from './compare.ts'
import { compareTexts, loadMergeTools, type MergeTools } from './merge-tools.ts'

/** A comparison together with the functions that work on its result. */
export interface Compared extends Comparison {
  tools: MergeTools
}

/** The comparison of two texts, or the error that prevented it; undefined while it is computed. */
export const comparisonAtom = (question: CompareRequest): Atom<{ value: Compared } | { error: unknown } | undefined> =>
  unwrap(
    atom(async (_get, { signal }): Promise<{ value: Compared } | { error: unknown }> => {
      try {
        const [tools, comparison] = await Promise.all([loadMergeTools(), compareTexts(question, signal)])
        return { value: { ...comparison, tools } }
      } catch (error) {
        return { error }
      }
    }),
  )
