import type { Readable } from 'node:stream'

/**
 * Returns the stream; its reader gets its failure, also one from before the reading begins. Without a listener at that
 * moment, it would end the process.
 */
export function failWhenRead<Stream extends Readable>(stream: Stream): Stream {
  stream.on('error', () => undefined)
  return stream
}
