import type { CompareRequest, Comparison } from './compare.ts'
import { compareTexts, loadMergeTools, type MergeTools } from './merge-tools.ts'

/** A comparison together with the functions that work on its result. */
export interface Compared extends Comparison {
  tools: MergeTools
}

/** Compares two texts in a worker, which ends when `signal` is aborted. */
export async function readComparison(request: CompareRequest, signal: AbortSignal): Promise<Compared> {
  const [tools, comparison] = await Promise.all([loadMergeTools(), compareTexts(request, signal)])
  return { ...comparison, tools }
}
