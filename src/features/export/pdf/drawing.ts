import type { Color, Drawing, PathShape, Step, Stroke, TextShape } from '../drawing/drawing.ts'
import { drawLine, Paragraph } from './lines.ts'
import type { Paper } from './paper.ts'

const n = (value: number): string => String(Math.round(value * 1000) / 1000)
const rgb = ({ red, green, blue }: Color): string => `${n(red)} ${n(green)} ${n(blue)}`

const operatorsOf = (steps: readonly Step[]): string =>
  steps
    .map((step) => {
      if (step[0] === 'Z') return 'h'
      const [name, ...numbers] = step
      return `${numbers.map(n).join(' ')} ${name === 'M' ? 'm' : name === 'L' ? 'l' : 'c'}`
    })
    .join(' ')

const caps = { butt: 0, round: 1, square: 2 } as const
const joins = { miter: 0, round: 1, bevel: 2 } as const

const strokeState = ({ color, width, dash, cap, join }: Stroke): string =>
  `${rgb(color)} RG ${n(width)} w [${dash.map(n).join(' ')}] 0 d ${caps[cap]} J ${joins[join]} j 4 M`

function drawPath(paper: Paper, { steps, fill, isEvenOdd, stroke }: PathShape): void {
  const [first] = steps
  if (first?.[0] !== 'M') return
  const path = operatorsOf(steps)
  const state = [
    paper.opacity(fill?.alpha ?? 1, stroke?.color.alpha ?? 1),
    fill ? `${rgb(fill)} rg` : '',
    stroke ? strokeState(stroke) : '',
  ]
  const even = isEvenOdd ? '*' : ''
  const paint = fill && stroke ? `B${even}` : fill ? `f${even}` : 'S'
  paper.draw(`q ${state.filter((one) => one !== '').join(' ')} ${path} ${paint} Q`)
}

function drawText(paper: Paper, { spans, matrix, anchor }: TextShape): void {
  const inlines = spans.map(({ text, size, color, isBold, isItalic, isMono }) => ({
    text,
    style: {
      family: isMono ? ('mono' as const) : ('sans' as const),
      size,
      color: rgb(color),
      bold: isBold,
      italic: isItalic,
    },
  }))
  const [line] = [...new Paragraph(inlines, paper.fonts).lines(Number.MAX_SAFE_INTEGER)]
  if (!line) return
  const x = anchor === 'middle' ? -line.width / 2 : anchor === 'end' ? -line.width : 0
  const alpha = spans[0]?.color.alpha ?? 1
  const hidden = alpha === 0 ? '3 Tr' : ''
  paper.draw(`q ${matrix.map(n).join(' ')} cm ${alpha === 0 ? hidden : paper.opacity(alpha, alpha)}`)
  drawLine(paper, line, x, -line.ascent, line.ascent + line.descent)
  paper.draw('Q')
}

/** Draws a drawing whose upper left corner is at a place of the page, with its texts as texts. */
export function drawDrawing(paper: Paper, drawing: Drawing, x: number, y: number, scale: number): void {
  const { width, height } = drawing
  paper.draw(`q ${n(scale)} 0 0 ${n(scale)} ${n(x)} ${n(y)} cm 0 0 ${n(width)} ${n(height)} re W n`)
  for (const shape of drawing.shapes) {
    const clips = shape.clips.filter((clip) => clip[0]?.[0] === 'M')
    if (clips.length > 0) paper.draw(`q ${clips.map((clip) => `${operatorsOf(clip)} W n`).join(' ')}`)
    if (shape.kind === 'path') drawPath(paper, shape)
    else drawText(paper, shape)
    if (clips.length > 0) paper.draw('Q')
  }
  paper.draw('Q')
}
