import { type DiffPart, diffLines, type Merged, type MergeMarks, mergeTexts } from './merge.ts'

/** Two texts, and what both were made from when it is known. */
export interface CompareQuestion {
  base: string | undefined
  mine: string
  theirs: string
  marks: MergeMarks
}

/** What the texts of a comparison share and where they differ, and what they become together. */
export interface Comparison {
  parts: DiffPart[]
  /** Undefined when the text that both were made from is not known. */
  merged: Merged | undefined
}

/** Answers a question; in the thread, or in the window where there can be no thread. */
export const answerTo = ({ base, mine, theirs, marks }: CompareQuestion): Comparison => ({
  parts: diffLines(theirs, mine),
  merged: base === undefined ? undefined : mergeTexts(base, mine, theirs, marks),
})
