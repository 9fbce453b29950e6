import { href } from '#web/lib/route.ts'

/** Starts a script of `import address from './x.ts?thread'`, which the build names as seen from the scripts, beside which it lies. */
export const startWorker = (address: string): Worker =>
  new Worker(href(`/assets/${address.slice(address.lastIndexOf('/') + 1)}`))
