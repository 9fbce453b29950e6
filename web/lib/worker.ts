import { href } from '#web/lib/route.ts'

/**
 * Starts a worker from `import address from './x.ts?thread'`. The build gives the address relative to the scripts'
 * folder, where the worker script is.
 */
export const startWorker = (address: string): Worker =>
  new Worker(href(`/assets/${address.slice(address.lastIndexOf('/') + 1)}`))
