import { parseArgs } from 'node:util'
import { parseSize, type Size } from '#build/bench/seed.ts'

/** The options of the benchmark. */
export type Options = {
  /** From the smallest to the largest. */
  sizes: Size[]
  /** Only scenarios whose name contains this, in lower case; empty for all. */
  only: string
  seconds: number
  connections: number[]
  largeItemPages: number
}

/** What `--help` prints. */
export const usage = `npm run bench -- [--sizes S,M] [--only NAME] [--seconds 2] [--connections 1,16,64] [--large-item 5000]
  --sizes        the sites that are seeded and measured: S (5 items of 50 pages), M (50 of 200), L (200 of 500),
                 or one's own as 3x40
  --only         only what has NAME in its name, such as page/info, search, start or memory
  --seconds      how long each is measured at each number of connections
  --large-item   how many pages the large item has
`

/** Parses a positive number. @throws when it is not one */
function numberOf(text: string, flag: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${flag} wants a number above 0, not '${text}'`)
  return value
}

const pagesOf = (size: Size): number => size.items * size.pagesOfItem

/** Parses a command line; returns undefined when it requests help. @throws for invalid options */
export function parseOptions(words: string[]): Options | undefined {
  const { values } = parseArgs({
    args: words,
    options: {
      sizes: { type: 'string', default: 'S,M' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '1,16,64' },
      'large-item': { type: 'string', default: '5000' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const sizes = values.sizes.split(',').map(parseSize)
  return {
    sizes: sizes.sort((one, other) => pagesOf(one) - pagesOf(other)),
    only: values.only.toLowerCase(),
    seconds: numberOf(values.seconds, 'seconds'),
    connections: values.connections.split(',').map((text) => numberOf(text, 'connections')),
    largeItemPages: numberOf(values['large-item'], 'large-item'),
  }
}
