import type { Drawing, Step } from '../drawing.ts'
import {
  drawTitle,
  inks,
  leadingOf,
  plainLabel,
  Sketch,
  seriesColor,
  titleHeight,
  titleWidth,
  widthOf,
  wrapped,
} from './sketch.ts'
import { isHiddenText, statementsIn } from './statements.ts'

interface Commit {
  /** Its own name; empty for one that the source does not name. */
  id: string
  /** The number of its branch. */
  branch: number
  /** The positions of the commits that it follows: the first on its own branch, or where that began. */
  parents: number[]
  tags: string[]
  kind: 'normal' | 'highlight' | 'reverse' | 'merge' | 'cherry'
}

interface Branch {
  name: string
  /** Its last commit; undefined for none. */
  head: number | undefined
  /** Its place among the lanes, as its source has it, and where it began. */
  order: number
}

interface GitGraph {
  title: string
  isUpright: boolean
  isReversed: boolean
  branches: Branch[]
  commits: Commit[]
}

const word = '(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\':]+))'
const namePattern = new RegExp(`^${word}\\s*`)
const optionPattern = new RegExp(`^(id|tag|type|msg|parent|order)\\s*:\\s*${word}\\s*`)
const kinds = { NORMAL: 'normal', HIGHLIGHT: 'highlight', REVERSE: 'reverse' } as const

type Options = Map<string, string[]>

/** Returns a name, and the options behind it; undefined for anything else. */
function readWords(text: string, isNamed: boolean): { name: string; options: Options } | undefined {
  const options: Options = new Map()
  let rest = text
  const [all = '', ...names] = (isNamed && namePattern.exec(rest)) || []
  const name = names.find((one) => one !== undefined) ?? ''
  if (isNamed && name === '') return undefined
  rest = rest.slice(all.length)
  while (rest !== '') {
    const [option, key, ...values] = optionPattern.exec(rest) ?? []
    if (option === undefined || key === undefined) return undefined
    options.set(key, [...(options.get(key) ?? []), values.find((one) => one !== undefined) ?? ''])
    rest = rest.slice(option.length)
  }
  return { name, options }
}

/** Builds the graph of a source line by line. Each step returns false for one that names what is not there. */
class GraphReader {
  readonly graph: GitGraph
  #current = 0

  constructor(direction: string) {
    const isUpright = direction === 'TB' || direction === 'BT'
    const main: Branch = { name: 'main', head: undefined, order: 0 }
    this.graph = { title: '', isUpright, isReversed: direction === 'BT', branches: [main], commits: [] }
  }

  get #branch(): Branch | undefined {
    return this.graph.branches[this.#current]
  }

  #find(name: string): number {
    return this.graph.branches.findIndex((one) => one.name === name)
  }

  #add(kind: Commit['kind'], options: Options, more: readonly number[] = []): boolean {
    const branch = this.#branch
    const [id = ''] = options.get('id') ?? []
    const type = options.get('type')?.[0]
    if (!branch || (type !== undefined && !Object.hasOwn(kinds, type))) return false
    if (id !== '' && this.graph.commits.some((one) => one.id === id)) return false
    const own = type === undefined || type === 'NORMAL' ? kind : kinds[type as keyof typeof kinds]
    const parents = [...(branch.head === undefined ? [] : [branch.head]), ...more]
    const tags = options.get('tag') ?? []
    branch.head = this.graph.commits.push({ id, branch: this.#current, parents, tags, kind: own }) - 1
    return true
  }

  #switch(name: string): boolean {
    const at = this.#find(name)
    if (at !== -1) this.#current = at
    return at !== -1
  }

  read(command: string, rest: string): boolean {
    const words = readWords(rest, !/^(?:commit|cherry-pick)$/.test(command))
    if (!words) return false
    const { name, options } = words
    switch (command) {
      case 'commit':
        return this.#add('normal', options)
      case 'branch': {
        if (this.#find(name) !== -1 || !this.#branch) return false
        const order = Number(options.get('order')?.[0] ?? this.graph.branches.length)
        this.#current = this.graph.branches.push({ name, head: this.#branch.head, order }) - 1
        return Number.isFinite(order)
      }
      case 'checkout':
      case 'switch':
        return this.#switch(name)
      case 'merge': {
        const head = this.graph.branches[this.#find(name)]?.head
        return head !== undefined && this.#find(name) !== this.#current && this.#add('merge', options, [head])
      }
      case 'cherry-pick': {
        const [id] = options.get('id') ?? []
        const from = this.graph.commits.findIndex((one) => one.id === id && id !== '')
        const tag = options.get('tag') ?? [`cherry-pick:${id}`]
        return from !== -1 && this.#add('cherry', new Map([['tag', tag.filter((one) => one !== '')]]), [from])
      }
      default:
        return false
    }
  }
}

/** Returns the graph of a source; undefined for a line that is none of it. */
function readGraph(source: string): GitGraph | undefined {
  const [first, ...statements] = statementsIn(source)
  const head = /^gitGraph(?:\s+(LR|TB|BT))?\s*:?$/.exec(first?.text ?? '')
  if (!head) return undefined
  const reader = new GraphReader(head[1] ?? 'LR')
  for (const { text } of statements) {
    if (isHiddenText(text)) continue
    const [, command = '', rest = ''] = /^([\w-]+)\s*(.*)$/.exec(text) ?? []
    if (command === 'title') reader.graph.title = plainLabel(rest)
    else if (!reader.read(command, rest)) return undefined
  }
  return reader.graph.commits.length > 0 ? reader.graph : undefined
}

const size = 12
const radius = 8
const labelWidth = 92
/** A wider graph is drawn from top to bottom: it would be too small to read on a page. */
const widthMost = 940
const margin = 12

const tagColor = { fill: '#fff3bf', ink: '#5c4400' }

/** A commit as it is drawn: its position among all, and its lane. */
interface Placed extends Commit {
  at: number
  lane: number
  label: string[]
}

type Point = readonly [x: number, y: number]

/** Draws a commit as its kind shows it. */
function drawCommit(sketch: Sketch, [x, y]: Point, { kind, branch }: Commit): void {
  const { strong, pale } = seriesColor(branch)
  const line = { color: strong, width: 2 }
  const fill = kind === 'merge' || kind === 'cherry' ? pale : strong
  if (kind === 'highlight') sketch.rect(x - radius, y - radius, radius * 2, radius * 2, { fill, line })
  else sketch.circle(x, y, radius, { fill, line })
  if (kind === 'merge') sketch.circle(x, y, radius / 2, { fill: strong })
  if (kind === 'cherry') for (const aside of [-3, 3]) sketch.circle(x + aside, y + 1, 2.2, { fill: strong })
  if (kind !== 'reverse') return
  for (const turn of [1, -1]) {
    const points: Point[] = [
      [x - 4, y - 4 * turn],
      [x + 4, y + 4 * turn],
    ]
    sketch.line(points, { color: inks.onDark, width: 2 })
  }
}

const badgeWidth = (text: string): number => widthOf(text, size) + 14

/** Draws a text on a coloured ground, whose left edge and middle are given. */
function drawBadge(sketch: Sketch, text: string, [x, y]: Point, { fill, ink }: typeof tagColor): void {
  sketch.rect(x, y - 10, badgeWidth(text), 20, { fill, radius: 4 })
  sketch.text(text, x + 7, y + size * 0.36, { size, color: ink })
}

/**
 * Draws the lines between commits: along a lane, and to another one in a bend of one step, right behind the commit where
 * a branch begins, and right before the one that it is merged into.
 *
 * @param pointOf where a position on a lane is
 */
function drawLines(sketch: Sketch, commits: readonly Placed[], pointOf: (at: number, lane: number) => Point): void {
  for (const commit of commits) {
    commit.parents.forEach((number, index) => {
      const parent = commits[number]
      if (!parent) return
      const isJoining = index > 0 || (commit.parents.length === 1 && commit.kind === 'cherry')
      const color = seriesColor(isJoining ? parent.branch : commit.branch).strong
      const line = { color, width: 2, ...(isJoining && commit.kind === 'cherry' ? { dash: [4, 3] } : {}) }
      const [from, to] = [pointOf(parent.at, parent.lane), pointOf(commit.at, commit.lane)]
      if (parent.lane === commit.lane) return sketch.line([from, to], line)
      // along the lane of the one until the bend, or along that of the other behind it
      const bent = isJoining ? pointOf(commit.at - 1, parent.lane) : pointOf(parent.at + 1, commit.lane)
      const [start, end] = isJoining ? [bent, to] : [from, bent]
      const isAcross = pointOf(1, 0)[0] !== pointOf(0, 0)[0]
      const [middleX, middleY] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]
      const handles = isAcross ? [middleX, start[1], middleX, end[1]] : [start[0], middleY, end[0], middleY]
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = handles
      const steps: Step[] = [['M', from[0], from[1]]]
      if (isJoining) steps.push(['L', bent[0], bent[1]])
      steps.push(['C', x1, y1, x2, y2, end[0], end[1]])
      if (!isJoining) steps.push(['L', to[0], to[1]])
      sketch.path(steps, { line })
    })
  }
}

/** Draws a graph of Git: a lane for each branch; undefined for a line that is none of it. */
export function drawGitGraph(source: string): Drawing | undefined {
  const graph = readGraph(source)
  if (!graph) return undefined
  const { branches } = graph
  const lanes = branches.map((_, at) => at)
  lanes.sort((one, other) => (branches[one]?.order ?? 0) - (branches[other]?.order ?? 0) || one - other)
  const commits = graph.commits.map((commit, at): Placed => {
    const label = commit.id === '' ? [] : wrapped(commit.id, labelWidth, size)
    return { ...commit, at, lane: lanes.indexOf(commit.branch), label }
  })
  const names = lanes.map((branch) => ({ branch, name: branches[branch]?.name ?? '' }))
  const step = Math.max(
    44,
    ...commits.flatMap(({ label, tags }) => [
      ...label.map((line) => widthOf(line, size) + 14),
      ...tags.map(badgeWidth),
    ]),
  )
  const isWide = commits.length * step > widthMost
  return graph.isUpright || isWide
    ? drawUpright(graph, commits, names)
    : drawAcross(graph.title, commits, names, step + 6)
}

type Lane = { branch: number; name: string }

function drawAcross(title: string, commits: readonly Placed[], lanes: readonly Lane[], step: number): Drawing {
  const sketch = new Sketch()
  const nameWidth = Math.max(...lanes.map(({ name }) => badgeWidth(name)))
  const ownWidth = margin * 2 + nameWidth + step * commits.length
  const width = Math.max(ownWidth, titleWidth(title))
  const left = (width - ownWidth) / 2 + margin
  drawTitle(sketch, title, width / 2)
  // above a commit its tags, below it its name
  const of = (lane: number) => commits.filter((commit) => commit.lane === lane)
  const middles: number[] = []
  let y = titleHeight(title) + 4
  lanes.forEach((_, lane) => {
    const above = Math.max(0, ...of(lane).map(({ tags }) => tags.length)) * 24 + 18
    const below = Math.max(0, ...of(lane).map(({ label }) => label.length)) * leadingOf(size) + 18
    middles.push(y + above)
    y += above + below
  })
  const pointOf = (at: number, lane: number): Point => [
    left + nameWidth + step * (at + 0.5),
    middles[Math.min(lane, middles.length - 1)] ?? 0,
  ]
  lanes.forEach(({ branch, name }, lane) => {
    const [, middle] = pointOf(0, lane)
    const { strong } = seriesColor(branch)
    const points: Point[] = [
      [left + nameWidth, middle],
      [left + nameWidth + step * commits.length, middle],
    ]
    sketch.line(points, { color: inks.line, dash: [2, 4] })
    drawBadge(sketch, name, [left + nameWidth - badgeWidth(name), middle], { fill: strong, ink: inks.onDark })
  })
  drawLines(sketch, commits, pointOf)
  for (const commit of commits) {
    const point = pointOf(commit.at, commit.lane)
    const [x, middle] = point
    drawCommit(sketch, point, commit)
    const high = commit.label.length * leadingOf(size)
    sketch.lines(commit.label, x, middle + radius + 5 + high / 2, { size, color: inks.muted, anchor: 'middle' })
    commit.tags.forEach((tag, at) =>
      drawBadge(sketch, tag, [x - badgeWidth(tag) / 2, middle - radius - 14 - at * 24], tagColor),
    )
  }
  return sketch.finish(width, y + 4)
}

function drawUpright({ title, isReversed }: GitGraph, commits: readonly Placed[], lanes: readonly Lane[]): Drawing {
  const sketch = new Sketch()
  const [laneStep, rowStep] = [30, 32]
  // every lane is named at its first commit, behind the lanes
  const firsts = lanes.map((_, lane) => commits.find((commit) => commit.lane === lane)?.at)
  const rows = commits.map((commit) => {
    const label = wrapped(commit.id, 420, size)
    const unused = lanes.filter((_, lane) => firsts[lane] === undefined && commit.at === commits.length - 1)
    const named = firsts[commit.lane] === commit.at ? lanes[commit.lane] : undefined
    return { label, badges: [...(named ? [named] : []), ...unused] }
  })
  const text = margin + lanes.length * laneStep + 6
  const widths = rows.map(({ label, badges }, at) => {
    const tags = commits[at]?.tags ?? []
    const badge = [...badges.map(({ name }) => name), ...tags].reduce((sum, one) => sum + badgeWidth(one) + 6, 0)
    return text + badge + Math.max(0, ...label.map((line) => widthOf(line, size))) + margin
  })
  const width = Math.max(...widths, titleWidth(title))
  drawTitle(sketch, title, width / 2)
  const middles: number[] = []
  let y = titleHeight(title) + margin
  for (const at of isReversed ? commits.map((_, index) => commits.length - 1 - index) : commits.keys()) {
    const height = Math.max(rowStep, (rows[at]?.label.length ?? 0) * leadingOf(size) + 8)
    middles[at] = y + height / 2
    y += height
  }
  const pointOf = (at: number, lane: number): Point => [
    margin + (lane + 0.5) * laneStep,
    middles[Math.min(Math.max(at, 0), commits.length - 1)] ?? 0,
  ]
  drawLines(sketch, commits, pointOf)
  commits.forEach((commit, at) => {
    const point = pointOf(at, commit.lane)
    drawCommit(sketch, point, commit)
    let x = text
    const { label = [], badges = [] } = rows[at] ?? {}
    for (const { branch, name } of badges) {
      drawBadge(sketch, name, [x, point[1]], { fill: seriesColor(branch).strong, ink: inks.onDark })
      x += badgeWidth(name) + 6
    }
    for (const tag of commit.tags) {
      drawBadge(sketch, tag, [x, point[1]], tagColor)
      x += badgeWidth(tag) + 6
    }
    sketch.lines(label, x, point[1], { size, color: inks.text })
  })
  return sketch.finish(width, y + 4)
}
