// Stands in for argon2 in tests of the server: the same hashes at a thirtieth of the cost. The product’s own takes 29 ms,
// thousands of times; process-start looks at it.
import { createRequire } from 'node:module'

const real = createRequire(import.meta.url)('argon2') as typeof import('argon2')

// oxlint-disable-next-line import/no-default-export -- the package in whose place it stands has one
export default {
  ...real,
  hash: (text: string | Buffer, options: Parameters<typeof real.hash>[1]) =>
    real.hash(text, { ...options, memoryCost: 1024, timeCost: 2 }),
}
