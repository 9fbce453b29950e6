/** What compares and merges texts. */
export type MergeTools = typeof import('./merge.ts')

/** Loads what compares and merges texts. */
export const loadMergeTools = (): Promise<MergeTools> => import('./merge.ts')
