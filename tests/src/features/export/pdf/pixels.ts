import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const samples: Readonly<Record<number, number[]>> = { 0: [200], 2: [200, 30, 60], 3: [1], 4: [200], 6: [200, 30, 60] }

/** A PNG image of one colour in one of the kinds of pixels, 80 by 80; each row has another filter. */
export function pixels({
  kind,
  alpha = 255,
  isInterlaced = false,
}: {
  kind: number
  alpha?: number
  isInterlaced?: boolean
}): Buffer {
  const side = 80
  const pixel = [...(samples[kind] ?? []), ...(kind >= 4 ? [alpha] : [])]
  const rowsOf = (columns: number, rows: number): Buffer[] =>
    Array.from({ length: columns > 0 ? rows : 0 }, (_, row) => {
      const plain = Buffer.from(Array.from({ length: columns }, () => pixel).flat())
      const filter = row === 0 ? 1 : row % 5
      const step = pixel.length
      const line = Buffer.from(plain)
      for (let at = 0; at < plain.length; at += 1) {
        const left = at >= step ? (plain[at - step] ?? 0) : 0
        const up = row > 0 ? (plain[at] ?? 0) : 0
        const corner = at >= step && row > 0 ? (plain[at - step] ?? 0) : 0
        // all pixels are alike, so that the best guess of the fourth filter is the one above, or the left one
        const paeth = row > 0 ? up : at >= step ? left : 0
        const guess = [0, left, up, (left + up) >> 1, corner === up ? paeth : up][filter] ?? 0
        line[at] = ((plain[at] ?? 0) - guess) & 255
      }
      return Buffer.concat([Buffer.from([filter]), line])
    })
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ]
  const content = isInterlaced
    ? passes.flatMap(([x = 0, y = 0, across = 1, down = 1]) =>
        rowsOf(Math.ceil((side - x) / across), Math.ceil((side - y) / down)),
      )
    : rowsOf(side, side)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  header[9] = kind
  header[12] = isInterlaced ? 1 : 0
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(kind === 3 ? [chunk('PLTE', Buffer.from([0, 0, 0, 200, 30, 60]))] : []),
    ...(kind === 3 && alpha < 255 ? [chunk('tRNS', Buffer.from([255, alpha]))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(content))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
