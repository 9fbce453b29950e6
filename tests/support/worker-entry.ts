import { join } from 'node:path'
import { root } from '#build/paths.ts'

/** Where the bundled worker threads are, and the bundled program. */
export const workersFolder = join(root, 'test-results/workers')

/** Where files are that run a bundle with what V8 has compiled of it before. */
export const startsFolder = join(workersFolder, 'starts')

/** Where V8 keeps what it has compiled. */
export const compiledFolder = join(workersFolder, 'compiled')

/** Stands in for src/core/worker-entry.ts: the file of a bundled worker thread. */
export const workerPath = (name: string): string => join(startsFolder, `${name}.cjs`)

/** The program, to be run by Node as a process: it starts in a tenth of the time that the sources take. */
export const programPath = join(startsFolder, 'main.cjs')
