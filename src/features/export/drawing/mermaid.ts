import { drawGantt } from './diagrams/gantt.ts'
import { drawGitGraph } from './diagrams/git-graph.ts'
import { drawJourney } from './diagrams/journey.ts'
import { drawMindmap } from './diagrams/mindmap.ts'
import { drawPie } from './diagrams/pie.ts'
import { drawQuadrants } from './diagrams/quadrant.ts'
import { plainLabel, withTitle } from './diagrams/sketch.ts'
import { drawTimeline } from './diagrams/timeline.ts'
import { type Drawing, textOf } from './drawing.ts'
import { readSvg } from './svg-reader.ts'

let library: typeof import('./diagrams-part.ts') | undefined

/** Loads what flowcharts and their kind are laid out with: few texts have diagrams, and it takes 25 MB of memory. */
export async function loadDiagrams(): Promise<void> {
  library ??= await import('./diagrams-part.ts')
}

/** Calls `write` with a text, once what its diagrams need is loaded. */
export function withDiagrams(text: string, write: () => void): void | Promise<void> {
  return library || !/mermaid/i.test(text) ? write() : loadDiagrams().then(write)
}

/** A larger diagram is shown as its source: its layout takes more time than the square of its lines. */
const most = { length: 20_000, lines: 250 } as const

/** The product's colours on white paper. */
const colors = {
  bg: '#ffffff',
  fg: '#20262e',
  line: '#7b8494',
  accent: '#4a5363',
  muted: '#4a5363',
  surface: '#f1f5fd',
  border: '#a9bbdd',
} as const

/** Each share of the foreground in a mixed colour, as the library writes them. */
const mixPattern = /color-mix\(in srgb, var\(--fg\) ([\d.]+)%, var\(--bg\)\)/g

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function mixed(percent: number): string {
  const [front, back] = [channels(colors.fg), channels(colors.bg)]
  const parts = front.map((one, at) => Math.round((one * percent + (back[at] ?? 0) * (100 - percent)) / 100))
  return `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

/** Replaces the variables of a style by their values. */
function withColors(svg: string): string {
  const values = new Map<string, string>(Object.entries(colors).map(([name, value]) => [`--${name}`, value]))
  const plain = svg.replaceAll(mixPattern, (_, percent: string) => mixed(Number(percent)))
  const style = /<style>[^]*?<\/style>/.exec(plain)?.[0] ?? ''
  for (const [, name = '', value = ''] of style.matchAll(/^\s*(--_[\w-]+):\s*(.+?);?\s*$/gm)) {
    const [, known = '', otherwise] = /^var\((--[\w-]+)(?:,\s*(.+))?\)$/.exec(value) ?? []
    values.set(name, known === '' ? value : (values.get(known) ?? otherwise ?? ''))
  }
  return plain.replaceAll(
    /var\((--[\w-]+)(?:,\s*([^()]*))?\)/g,
    (_, name: string, otherwise: string | undefined) => values.get(name) ?? otherwise ?? '#000',
  )
}

// Lines that say how something is drawn, not what.
const silent =
  /^\s*(?:%%|---|style\b|classDef\b|class\s+[\w,\s]+\s+\w+;?\s*$|cssClass\b|linkStyle\b|click\b|link\b|links\b|callback\b|direction\b|accTitle|accDescr|autonumber\b|activate\b|deactivate\b|init\b)/i

const labelPatterns = [/"([^"]+)"/g, /\|([^|"]+)\|/g, /[[({>]+([^[\](){}"|<>]+)[\])}]+/g]

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/<[^>]*>|\\n|#\w+;|&\w+;/g, ' ')
    .match(/[\p{L}\p{N}]+/gu)
    ?.filter((word) => /\p{L}/u.test(word)) ?? []

/** Returns the words that a diagram shows: those in labels, after colons, and in the members of classes and tables. */
function shownWords(source: string): string[] {
  const isSequence = /^\s*sequenceDiagram/m.test(source)
  return source
    .split(/\r?\n/)
    .filter((line) => !silent.test(line))
    .flatMap((line) => [
      ...labelPatterns.flatMap((pattern) => [...line.matchAll(pattern)].flatMap(([, label = '']) => wordsIn(label))),
      ...(isSequence ? wordsIn(/:(.+)$/.exec(line)?.[1] ?? '') : []),
    ])
}

/** Whether a line of a flowchart closes the brackets that it opens: the library draws what is before a mistake. */
function isBalanced(line: string): boolean {
  const plain = line.replaceAll(/"[^"]*"|\|[^|]*\||[<>=.ox-]{2,}/g, '')
  return [
    ['[', ']'],
    ['(', ')'],
    ['{', '}'],
  ].every(([open = '', close = '']) => plain.split(open).length === plain.split(close).length)
}

const hasMistake = (source: string): boolean =>
  /^\s*(?:graph|flowchart)\b/.test(source) && source.split('\n').some((line) => !silent.test(line) && !isBalanced(line))

const statementParts =
  /"[^"\n]*"|\[[^\]\n]*\]|\{[^}\n]*\}|\([^)\n]*\)|\|[^|\n]*\||;|<?(?:-{2,}|={2,}|-\.+-)(?:>|[xo](?=\s))?/g

/** Returns a flowchart as the library reads it: a line for each statement, and spaces around its arrows. */
function withSpaces(body: string): string {
  if (!/^\s*(?:graph|flowchart)\b/.test(body)) return body
  return body.replaceAll(statementParts, (part, at: number) => {
    if (part === ';') return '\n'
    if (!/^<?[-=]/.test(part)) return part
    const [before = ' ', after = ' '] = [body[at - 1], body[at + part.length]]
    return `${/\s/.test(before) ? '' : ' '}${part}${/[\s|]/.test(after) ? '' : ' '}`
  })
}

/** The kinds that are drawn here: those that the library does not know. */
const ownKinds: Readonly<Record<string, (source: string) => Drawing | undefined>> = {
  pie: drawPie,
  gantt: drawGantt,
  mindmap: drawMindmap,
  timeline: drawTimeline,
  journey: drawJourney,
  quadrantChart: drawQuadrants,
  gitGraph: drawGitGraph,
}

/**
 * Draws a Mermaid diagram: flowcharts, states, sequences, classes, entities and their relations, x-y charts, pies, Gantt
 * charts, mindmaps, timelines, user journeys, quadrant charts and graphs of Git. Undefined for other kinds, for mistakes, for a diagram of which a part would be
 * missing, and before `loadDiagrams`.
 */
export function drawMermaid(source: string): Drawing | undefined {
  if (source.length > most.length || source.split('\n').length > most.lines) return undefined
  // a title and settings in front of the diagram
  const [before = '', given] = /^\s*---\r?\n([^]*?)\r?\n---\r?\n/.exec(source) ?? []
  const plain = source.slice(before.length).replaceAll(/%%\{[^]*?\}%%/g, '')
  const drawing = drawKind(plain)
  const title = plainLabel(/^title:\s*(.+)$/m.exec(given ?? '')?.[1] ?? '')
  return drawing && title !== '' ? withTitle(drawing, title) : drawing
}

function drawKind(plain: string): Drawing | undefined {
  const [, kind = ''] = /^(?:\s*%%.*\n)*\s*(\w+)/.exec(plain) ?? []
  if (Object.hasOwn(ownKinds, kind)) return ownKinds[kind]?.(plain)
  const body = withSpaces(plain)
  if (!library || hasMistake(body)) return undefined
  try {
    const svg = library.renderMermaidSVG(body, { ...colors, padding: 12, transparent: true, interactive: false })
    const drawing = readSvg(withColors(svg))
    const words = new Set(wordsIn(textOf(drawing)))
    const isWhole = drawing.missing.length === 0 && words.size > 0 && shownWords(body).every((word) => words.has(word))
    return isWhole ? drawing : undefined
  } catch {
    return undefined
  }
}
