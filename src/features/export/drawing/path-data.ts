import type { Step } from './drawing.ts'

const numberAt = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const flagAt = /[\s,]*([01])/y
const counts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }

/** Returns a quarter of an ellipse and less as curves. Source: SVG 2, B.2.4. */
function arc(from: [number, number], given: number[]): Step[] {
  const [rxGiven = 0, ryGiven = 0, turn = 0, large = 0, sweep = 0, x = 0, y = 0] = given
  const [x0, y0] = from
  let [rx, ry] = [Math.abs(rxGiven), Math.abs(ryGiven)]
  if (rx === 0 || ry === 0) return [['L', x, y]]
  if (x0 === x && y0 === y) return []
  const phi = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)]
  const [dx, dy] = [(x0 - x) / 2, (y0 - y) / 2]
  const [px, py] = [cos * dx + sin * dy, -sin * dx + cos * dy]
  const over = (px * px) / (rx * rx) + (py * py) / (ry * ry)
  if (over > 1) {
    rx *= Math.sqrt(over)
    ry *= Math.sqrt(over)
  }
  const under = rx * rx * py * py + ry * ry * px * px
  const root = Math.sqrt(Math.max(0, (rx * rx * ry * ry - under) / under)) * (large === sweep ? -1 : 1)
  const [qx, qy] = [(root * rx * py) / ry, (-root * ry * px) / rx]
  const [cx, cy] = [cos * qx - sin * qy + (x0 + x) / 2, sin * qx + cos * qy + (y0 + y) / 2]
  const start = Math.atan2((py - qy) / ry, (px - qx) / rx)
  let sweepBy = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - start
  if (sweep === 1 && sweepBy < 0) sweepBy += 2 * Math.PI
  if (sweep === 0 && sweepBy > 0) sweepBy -= 2 * Math.PI
  const parts = Math.max(1, Math.ceil(Math.abs(sweepBy) / (Math.PI / 2) - 1e-9))
  const step = sweepBy / parts
  const reach = (4 / 3) * Math.tan(step / 4)
  const at = (angle: number, more: number): [number, number] => {
    const [ux, uy] = [Math.cos(angle) - more * Math.sin(angle), Math.sin(angle) + more * Math.cos(angle)]
    return [cx + rx * ux * cos - ry * uy * sin, cy + rx * ux * sin + ry * uy * cos]
  }
  return Array.from({ length: parts }, (_, part): Step => {
    const [from_, to] = [start + part * step, start + (part + 1) * step]
    const end: [number, number] = part === parts - 1 ? [x, y] : at(to, 0)
    return ['C', ...at(from_, reach), ...at(to, -reach), ...end]
  })
}

/** Reads numbers, one list for each repetition of a command. Flags of arcs may stand without spaces. */
function readNumbers(data: string, from: number, name: string): { lists: number[][]; end: number } {
  const count = counts[name] ?? 0
  const lists: number[][] = []
  let end = from
  for (;;) {
    const list: number[] = []
    let at = end
    while (list.length < count) {
      const pattern = name === 'a' && (list.length === 3 || list.length === 4) ? flagAt : numberAt
      pattern.lastIndex = at
      const match = pattern.exec(data)
      if (!match) break
      list.push(Number(match[1]))
      at = pattern.lastIndex
    }
    if (list.length < count || count === 0) return { lists: count === 0 ? [[]] : lists, end }
    lists.push(list)
    end = at
  }
}

/**
 * Returns the steps of path data, up to the first mistake, as browsers do.
 *
 * @param most ends the path after this number of steps
 */
export function readPathData(data: string, most: number): Step[] {
  const steps: Step[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let [controlX, controlY] = [0, 0]
  let before = ''
  const commandAt = /[\s,]*([mlhvcsqtaz])/iy
  for (let at = 0; steps.length < most; ) {
    commandAt.lastIndex = at
    const command = commandAt.exec(data)?.[1]
    if (command === undefined) return steps
    const name = command.toLowerCase()
    const isRelative = command === name
    if (steps.length === 0 && name !== 'm') return steps
    const { lists, end } = readNumbers(data, commandAt.lastIndex, name)
    if (lists.length === 0) return steps
    at = end
    for (const [index, list] of lists.entries()) {
      const [ox, oy] = isRelative ? [x, y] : [0, 0]
      const value = (position: number) => list[position] ?? 0
      const kind = name === 'm' && index > 0 ? 'l' : name
      let control: [number, number] | undefined
      if (kind === 'z') {
        steps.push(['Z'])
        ;[x, y] = [startX, startY]
      } else if (kind === 'm') {
        ;[x, y] = [ox + value(0), oy + value(1)]
        ;[startX, startY] = [x, y]
        steps.push(['M', x, y])
      } else if (kind === 'l' || kind === 'h' || kind === 'v') {
        if (kind !== 'v') x = ox + value(0)
        if (kind !== 'h') y = oy + value(kind === 'v' ? 0 : 1)
        steps.push(['L', x, y])
      } else if (kind === 'c' || kind === 's') {
        const isShort = kind === 's'
        const first: [number, number] = isShort
          ? 'cs'.includes(before) && before !== ''
            ? [2 * x - controlX, 2 * y - controlY]
            : [x, y]
          : [ox + value(0), oy + value(1)]
        const rest = isShort ? 0 : 2
        control = [ox + value(rest), oy + value(rest + 1)]
        ;[x, y] = [ox + value(rest + 2), oy + value(rest + 3)]
        steps.push(['C', ...first, ...control, x, y])
      } else if (kind === 'q' || kind === 't') {
        const isShort = kind === 't'
        control = isShort
          ? 'qt'.includes(before) && before !== ''
            ? [2 * x - controlX, 2 * y - controlY]
            : [x, y]
          : [ox + value(0), oy + value(1)]
        const [toX, toY] = [ox + value(isShort ? 0 : 2), oy + value(isShort ? 1 : 3)]
        const toward = (from: number, middle: number) => from + (2 / 3) * (middle - from)
        steps.push([
          'C',
          toward(x, control[0]),
          toward(y, control[1]),
          toward(toX, control[0]),
          toward(toY, control[1]),
          toX,
          toY,
        ])
        ;[x, y] = [toX, toY]
      } else {
        const to = [...list.slice(0, 5), ox + value(5), oy + value(6)]
        steps.push(...arc([x, y], to))
        ;[x, y] = [ox + value(5), oy + value(6)]
      }
      ;[controlX, controlY] = control ?? [x, y]
      before = kind
    }
  }
  return steps
}
