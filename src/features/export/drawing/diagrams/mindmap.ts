import type { Drawing } from '../drawing.ts'
import { inks, leadingOf, plainLabel, Sketch, seriesColor, widthOf, wrapped } from './sketch.ts'
import { type Statement, statementsIn } from './statements.ts'

type Shape = 'plain' | 'square' | 'rounded' | 'circle' | 'cloud' | 'bang' | 'hexagon'

interface Topic {
  indent: number
  lines: string[]
  shape: Shape
  topics: Topic[]
  /** The number of the branch that it is on. */
  branch: number
  /** The size of its own box, and the height of everything below it in the tree. */
  width: number
  height: number
  whole: number
}

const shapes: readonly [Shape, RegExp][] = [
  ['circle', /^[^()[\]{}"]*\(\(([^]+)\)\)$/],
  ['bang', /^[^()[\]{}"]*\)\)([^]+)\(\($/],
  ['cloud', /^[^()[\]{}"]*\)([^]+)\($/],
  ['hexagon', /^[^()[\]{}"]*\{\{([^]+)\}\}$/],
  ['square', /^[^()[\]{}"]*\[([^]+)\]$/],
  ['rounded', /^[^()[\]{}"]*\(([^]+)\)$/],
]

const size = 13
const textMost = 190
const [gapAcross, gapBetween] = [46, 10]
const depthMost = 20

/** Returns a topic; undefined for brackets that do not close. */
function topicOf({ text, indent }: Statement, isRoot: boolean): Topic | undefined {
  const found = shapes.flatMap(([shape, pattern]) => {
    const [, label] = pattern.exec(text) ?? []
    return label === undefined ? [] : [{ shape, label }]
  })[0]
  if (!found && /^[\w\s-]*(?:[([{]|\)\))[^)\]}]*$/.test(text)) return undefined
  const { shape, label } = found ?? { shape: 'plain' as const, label: text }
  const own = isRoot ? size + 2 : size
  const lines = wrapped(plainLabel(label).replaceAll(/\*\*|__/g, ''), textMost, own)
  const isBoxed = isRoot || shape !== 'plain'
  const round = shape === 'circle' || shape === 'bang' || shape === 'cloud' || shape === 'hexagon' ? 14 : 0
  const width = Math.max(...lines.map((line) => widthOf(line, own))) * (isRoot ? 1.08 : 1) + (isBoxed ? 24 : 12) + round
  const height = lines.length * leadingOf(own) + (isBoxed ? 14 : 6) + (isRoot ? 8 : 0)
  return { indent, lines, shape, topics: [], branch: 0, width, height, whole: height }
}

/** Returns the tree of a mindmap; undefined when it has no root, several, or a line that is no topic. */
function readTopics(source: string): Topic | undefined {
  const [, ...statements] = statementsIn(source)
  const open: Topic[] = []
  let root: Topic | undefined
  for (const statement of statements) {
    // an icon or a class of the topic before: how it is drawn, not what
    if (/^(?:::icon\([^)]*\)|:::[\w\s-]+)$/.test(statement.text)) continue
    const topic = topicOf(statement, !root)
    if (!topic) return undefined
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= topic.indent) open.pop()
    const above = open.at(-1)
    if (!above && root) return undefined
    if (above) above.topics.push(topic)
    else root = topic
    open.push(topic)
    if (open.length > depthMost) return undefined
  }
  return root
}

const sum = (topics: readonly Topic[]): number =>
  topics.reduce((all, one) => all + one.whole, 0) + Math.max(0, topics.length - 1) * gapBetween

/** Calculates how high everything below a topic is, and gives it the colour of its branch. */
function measure(topic: Topic, branch: number): void {
  topic.branch = branch
  for (const one of topic.topics) measure(one, branch)
  topic.whole = Math.max(topic.height, sum(topic.topics))
}

/** Returns how far a side of the tree reaches. */
const reachOf = (topics: readonly Topic[]): number =>
  Math.max(0, ...topics.map((one) => gapAcross + one.width + reachOf(one.topics)))

/** Draws the box of a topic whose middle is given. */
function drawBox(sketch: Sketch, topic: Topic, x: number, y: number, color: { strong: string; pale: string }): void {
  const { width, height, shape } = topic
  const [left, top] = [x - width / 2, y - height / 2]
  const surface = { fill: color.pale, line: { color: color.strong, width: 1.2 } }
  if (shape === 'hexagon')
    sketch.polygon(
      [
        [left, y],
        [left + 10, top],
        [left + width - 10, top],
        [left + width, y],
        [left + width - 10, top + height],
        [left + 10, top + height],
      ],
      surface,
    )
  else {
    const radius = shape === 'square' ? 2 : shape === 'rounded' ? 8 : height / 2
    const dash = shape === 'cloud' || shape === 'bang' ? { dash: [4, 2] } : {}
    sketch.rect(left, top, width, height, { ...surface, line: { ...surface.line, ...dash }, radius })
  }
}

/** Returns the height at which lines meet a topic: the line under a plain one, the middle of a box. */
const jointOf = ({ shape, height }: Topic, y: number): number => (shape === 'plain' ? y + height / 2 - 1 : y)

/** Draws topics and everything below them on one side: 1 to the right, -1 to the left of the point that they begin at. */
function drawSide(
  sketch: Sketch,
  topics: readonly Topic[],
  [x, from]: readonly [number, number],
  middle: number,
  side: 1 | -1,
  width = 2,
): void {
  let top = middle - sum(topics) / 2
  for (const topic of topics) {
    const color = seriesColor(topic.branch)
    const y = top + topic.whole / 2
    const near = x + side * gapAcross
    const far = near + side * topic.width
    const bend = gapAcross * 0.55 * side
    const joint = jointOf(topic, y)
    sketch.path(
      [
        ['M', x, from],
        ['C', x + bend, from, near - bend, joint, near, joint],
      ],
      { line: { color: color.strong, width } },
    )
    if (topic.shape !== 'plain') drawBox(sketch, topic, (near + far) / 2, y, color)
    else
      sketch.line(
        [
          [near, joint],
          [far, joint],
        ],
        { color: color.strong, width },
      )
    sketch.lines(topic.lines, (near + far) / 2, y, { size, anchor: 'middle' })
    drawSide(sketch, topic.topics, [far, joint], y, side, 1.2)
    top += topic.whole + gapBetween
  }
}

/** Draws a mindmap: its root in the middle, the branches to the right and to the left; undefined for one with a mistake. */
export function drawMindmap(source: string): Drawing | undefined {
  const root = readTopics(source)
  if (!root) return undefined
  root.topics.forEach(measure)
  const right: Topic[] = []
  const left: Topic[] = []
  root.topics.forEach((topic, at) => {
    if (root.topics.length > 3 && at % 2 === 1) left.push(topic)
    else right.push(topic)
  })
  const [reachLeft, reachRight] = [reachOf(left), reachOf(right)]
  const height = Math.max(root.height, sum(left), sum(right)) + 24
  const sketch = new Sketch()
  const x = 12 + reachLeft + root.width / 2
  drawSide(sketch, right, [x + root.width / 2, height / 2], height / 2, 1)
  drawSide(sketch, left, [x - root.width / 2, height / 2], height / 2, -1)
  const box: Topic = { ...root, shape: root.shape === 'plain' ? 'rounded' : root.shape }
  drawBox(sketch, box, x, height / 2, { strong: inks.accent, pale: inks.accent })
  sketch.lines(root.lines, x, height / 2, { size: size + 2, color: inks.onDark, anchor: 'middle', isBold: true })
  return sketch.finish(reachLeft + root.width + reachRight + 24, height)
}
