import { type DiffPart, diffLines, type MarkerLabels, type MergeResultText, mergeTexts } from './merge.ts'

/** Two texts, and what both were made from when it is known. */
export interface CompareRequest {
  base: string | undefined
  mine: string
  theirs: string
  marks: MarkerLabels
}

/** What the texts of a comparison share and where they differ, and what they become together. */
export interface Comparison {
  parts: DiffPart[]
  /** Undefined when the text that both were made from is not known. */
  merged: MergeResultText | undefined
}

/** Answers a question; in the thread, or in the window where there can be no thread. */
export const computeComparison = ({ base, mine, theirs, marks }: CompareRequest): Comparison => ({
  parts: diffLines(theirs, mine),
  merged: base === undefined ? undefined : mergeTexts(base, mine, theirs, marks),
})
