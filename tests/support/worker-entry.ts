import { join } from 'node:path'
import { root } from '#build/paths.ts'

/** Where the bundled worker threads are. */
export const workersFolder = join(root, 'test-results/workers')

/** Stands in for src/core/worker-entry.ts: the file of a bundled worker thread. */
export const workerPath = (name: string): string => join(workersFolder, `${name}.cjs`)
