import { type DiffPart, diffLines, type MarkerLabels, type MergeResultText, mergeTexts } from './merge.ts'

/** Two texts, and their common base when it is known. */
export interface CompareRequest {
  base: string | undefined
  mine: string
  theirs: string
  marks: MarkerLabels
}

/** What two texts share, where they differ, and their merged text. */
export interface Comparison {
  parts: DiffPart[]
  /** Undefined when the common base of the texts is not known. */
  merged: MergeResultText | undefined
}

/** Computes a comparison; runs in the worker, or in the window where no worker can be started. */
export const computeComparison = ({ base, mine, theirs, marks }: CompareRequest): Comparison => ({
  parts: diffLines(theirs, mine),
  merged: base === undefined ? undefined : mergeTexts(base, mine, theirs, marks),
})
