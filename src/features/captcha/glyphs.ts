/** A point, x to the right and y down. */
export type Point = readonly [x: number, y: number]

/** A line through points, drawn with a round pen. */
export type Stroke = readonly Point[]

/** A letter's strokes on a grid 6 high, with its own width. */
interface Glyph {
  width: number
  strokes: readonly Stroke[]
}

/** The height of every letter on its grid. */
export const glyphHeight = 6

/**
 * Returns points of an arc around a centre. Angles in degrees: 0 is right, 90 is down; it runs from the first to the
 * second.
 */
function arc([cx, cy]: Point, rx: number, ry: number, from: number, to: number): Point[] {
  const steps = Math.ceil(Math.abs(to - from) / 15)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)] as const
  })
}

/**
 * The letters that cannot be mistaken for another when rotated and crossed by a line. Left out: I L J (similar to each
 * other and 1), O Q D G (each other, 0, C), V (U, Y), F (E with its foot hidden), B (8, R), and all digits.
 */
export const glyphs: Readonly<Record<string, Glyph>> = {
  A: {
    width: 4.4,
    strokes: [
      [
        [0, 6],
        [2.2, 0],
        [4.4, 6],
      ],
      [
        [0.9, 3.9],
        [3.5, 3.9],
      ],
    ],
  },
  C: { width: 4, strokes: [arc([2.3, 3], 2.3, 3, -48, -312)] },
  E: {
    width: 3.6,
    strokes: [
      [
        [3.6, 0],
        [0, 0],
        [0, 6],
        [3.6, 6],
      ],
      [
        [0, 3],
        [3, 3],
      ],
    ],
  },
  H: {
    width: 4,
    strokes: [
      [
        [0, 0],
        [0, 6],
      ],
      [
        [4, 0],
        [4, 6],
      ],
      [
        [0, 3],
        [4, 3],
      ],
    ],
  },
  K: {
    width: 4,
    strokes: [
      [
        [0, 0],
        [0, 6],
      ],
      [
        [3.8, 0],
        [0, 3.5],
      ],
      [
        [1.3, 2.4],
        [4, 6],
      ],
    ],
  },
  M: {
    width: 5,
    strokes: [
      [
        [0, 6],
        [0, 0],
        [2.5, 3.8],
        [5, 0],
        [5, 6],
      ],
    ],
  },
  N: {
    width: 4.2,
    strokes: [
      [
        [0, 6],
        [0, 0],
        [4.2, 6],
        [4.2, 0],
      ],
    ],
  },
  P: { width: 3.9, strokes: [[[0, 6], [0, 0], [2.1, 0], ...arc([2.1, 1.7], 1.8, 1.7, -75, 90), [0, 3.4]]] },
  R: {
    width: 4,
    strokes: [
      [[0, 6], [0, 0], [2.1, 0], ...arc([2.1, 1.6], 1.8, 1.6, -75, 90), [0, 3.2]],
      [
        [1.9, 3.2],
        [4, 6],
      ],
    ],
  },
  S: { width: 3.8, strokes: [[...arc([1.9, 1.5], 1.8, 1.5, -25, -270), ...arc([1.9, 4.5], 1.9, 1.5, -75, 155)]] },
  T: {
    width: 4.4,
    strokes: [
      [
        [0, 0],
        [4.4, 0],
      ],
      [
        [2.2, 0],
        [2.2, 6],
      ],
    ],
  },
  U: { width: 4, strokes: [[[0, 0], [0, 4], ...arc([2, 4], 2, 2, 165, 15), [4, 4], [4, 0]]] },
  W: {
    width: 5.8,
    strokes: [
      [
        [0, 0],
        [1.5, 6],
        [2.9, 1.4],
        [4.3, 6],
        [5.8, 0],
      ],
    ],
  },
  X: {
    width: 4.2,
    strokes: [
      [
        [0, 0],
        [4.2, 6],
      ],
      [
        [4.2, 0],
        [0, 6],
      ],
    ],
  },
  Y: {
    width: 4.4,
    strokes: [
      [
        [0, 0],
        [2.2, 3],
        [4.4, 0],
      ],
      [
        [2.2, 3],
        [2.2, 6],
      ],
    ],
  },
  Z: {
    width: 4,
    strokes: [
      [
        [0, 0],
        [4, 0],
        [0, 6],
        [4, 6],
      ],
    ],
  },
}
