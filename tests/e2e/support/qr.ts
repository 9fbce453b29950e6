/** The modules of a QR code: true for dark, row by row, without the quiet zone. */
export type Modules = boolean[][]

/**
 * Data codewords of a block and the number of blocks, by version, at correction level M.
 * Source: ISO/IEC 18004, table 9.
 */
const blocksOf: Record<number, [blocks: number, data: number]> = {
  1: [1, 16],
  2: [1, 28],
  3: [1, 44],
  4: [2, 32],
  5: [2, 43],
  6: [4, 27],
}

const masks: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The modules in an SVG path of strokes `Mx yhw…`, in a box of `side` units with a margin of `rim`. */
export function parseModules(path: string, side: number, rim: number): Modules {
  const size = side - 2 * rim
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let at = 0; at < Number(width); at++) {
      const row = modules[Number(y) - rim]
      if (row) row[Number(x) - rim + at] = true
    }
  }
  return modules
}

function isFixed(size: number, row: number, column: number): boolean {
  const inCorner = (row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)
  const isTiming = row === 6 || column === 6
  const middle = size - 7
  const isAligning = size > 21 && Math.abs(row - middle) <= 2 && Math.abs(column - middle) <= 2
  return inCorner || isTiming || isAligning
}

function codewords(modules: Modules): number[] {
  const size = modules.length
  const dark = (row: number, column: number) => modules[row]?.[column] === true
  // The mask is in the format bits next to the first corner, itself masked with 101. Source: 7.9
  const number = [2, 3, 4].reduce((bits, column) => bits * 2 + (dark(8, column) ? 1 : 0), 0) ^ 0b101
  const mask = masks[number]
  const bits: number[] = []
  let up = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (isFixed(size, row, column)) continue
        bits.push(dark(row, column) !== mask?.(row, column) ? 1 : 0)
      }
    }
    up = !up
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** The text in a QR code of version 1 to 6 and level M: numbers, capital letters and bytes, in any mix. */
export function readQr(modules: Modules): string {
  const [blocks = 0, data = 0] = blocksOf[(modules.length - 17) / 4] ?? []
  const all = codewords(modules)
  const bytes = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: data }, (__, at) => all[at * blocks + block] ?? 0),
  ).flat()
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (count: number) => Number.parseInt(bits.slice(at, (at += count)) || '0', 2)
  const found: number[] = []
  const add = (text: string) => found.push(...new TextEncoder().encode(text))
  const read: Record<number, () => void> = {
    1: () => {
      for (let left = take(10); left > 0; left -= 3)
        add(String(take(left >= 3 ? 10 : left === 2 ? 7 : 4)).padStart(Math.min(3, left), '0'))
    },
    2: () => {
      for (let left = take(9); left > 0; left -= 2) {
        const pair = take(left > 1 ? 11 : 6)
        add(left > 1 ? `${letters[Math.floor(pair / 45)]}${letters[pair % 45]}` : `${letters[pair]}`)
      }
    },
    4: () => {
      for (let left = take(8); left > 0; left--) found.push(take(8))
    },
  }
  while (at + 4 <= bits.length) {
    const part = read[take(4)]
    if (!part) break
    part()
  }
  return new TextDecoder().decode(new Uint8Array(found))
}
