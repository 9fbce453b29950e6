import { parseArgs } from 'node:util'
import { parseSize, type Size } from '#build/bench/seed.ts'

/** How the benchmark is run. */
export type Options = {
  /** From the smallest to the largest. */
  sizes: Size[]
  /** Only what has this in its name, in lower case; empty for all. */
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

/** @throws when a word is no number above 0 */
function numberOf(text: string, flag: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${flag} wants a number above 0, not '${text}'`)
  return value
}

const pagesOf = (size: Size): number => size.items * size.pagesOfItem

/** The options of a command line; undefined when it asks for help. @throws for what it cannot mean */
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
