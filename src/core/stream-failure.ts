import type { Readable } from 'node:stream'

/**
 * Returns the stream; its failure goes to whoever reads it, also when it comes before the reading begins. Without a
 * listener at that moment, it would end the process.
 */
export function failWhenRead<Stream extends Readable>(stream: Stream): Stream {
  stream.on('error', () => undefined)
  return stream
}
