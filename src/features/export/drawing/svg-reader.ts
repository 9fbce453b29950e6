import { black, readColor } from './color.ts'
import {
  type Color,
  combined,
  type Drawing,
  type Matrix,
  mapped,
  type PathShape,
  type Span,
  type Step,
  scaleOf,
  type TextShape,
} from './drawing.ts'
import { readPathData } from './path-data.ts'
import { type Declarations, SvgStyles } from './svg-style.ts'
import { readSvgTree, type SvgElement } from './svg-tree.ts'

/** The limits of one drawing: shapes, steps of its paths in all, and how often one element may lead to another. */
const most = { shapes: 20_000, steps: 400_000, references: 6, side: 20_000 } as const

/** What elements have from those around them. */
interface Inherited {
  matrix: Matrix
  values: Declarations
  /** How opaque everything inside is. */
  opacity: number
  clips: readonly (readonly Step[])[]
  around: readonly SvgElement[]
  /** How many references lead here. */
  references: number
  /** The size of what percentages refer to. */
  view: { width: number; height: number }
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]
const inheritedNames = new Set(
  (
    'fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin fill-rule clip-rule fill-opacity stroke-opacity color ' +
    'font-size font-family font-weight font-style text-anchor dominant-baseline visibility marker marker-start marker-mid marker-end'
  ).split(' '),
)

const pixelsOf: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

/** Returns a length in pixels; undefined for what is none. */
function readLength(text: string | undefined, whole: number, em = 16): number | undefined {
  const [, digits, unit = ''] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z%]*)\s*$/i.exec(text ?? '') ?? []
  if (digits === undefined) return undefined
  const number = Number(digits)
  if (!Number.isFinite(number)) return undefined
  const name = unit.toLowerCase()
  if (name === '%') return (number / 100) * whole
  if (name === 'em' || name === 'rem') return number * em
  if (name === 'ex') return (number * em) / 2
  return number * (pixelsOf[name] ?? 1)
}

const numbersIn = (text: string | undefined): number[] =>
  (text?.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).slice(0, 100_000).map(Number)

/** Reads the value of `transform`. */
function readTransform(text: string | undefined): Matrix {
  let matrix = identity
  for (const [, name, inside] of (text ?? '').slice(0, 5000).matchAll(/([a-z]+)\s*\(([^()]*)\)/gi)) {
    const [p = 0, q, r, s, t, u] = numbersIn(inside)
    const turn = (degrees: number): Matrix => {
      const angle = (degrees * Math.PI) / 180
      return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]
    }
    let next = identity
    if (name === 'matrix') next = [p, q ?? 0, r ?? 0, s ?? 1, t ?? 0, u ?? 0]
    else if (name === 'translate') next = [1, 0, 0, 1, p, q ?? 0]
    else if (name === 'scale') next = [p, 0, 0, q ?? p, 0, 0]
    else if (name === 'rotate')
      next = combined(combined([1, 0, 0, 1, q ?? 0, r ?? 0], turn(p)), [1, 0, 0, 1, -(q ?? 0), -(r ?? 0)])
    else if (name === 'skewX') next = [1, 0, Math.tan((p * Math.PI) / 180), 1, 0, 0]
    else if (name === 'skewY') next = [1, Math.tan((p * Math.PI) / 180), 0, 1, 0, 0]
    matrix = combined(matrix, next)
  }
  return matrix.every(Number.isFinite) ? matrix : identity
}

/** Returns the map from a view box to a rectangle: whole and centred, unless it says `none`. */
function viewMatrix(box: readonly number[], width: number, height: number, ratio: string): Matrix {
  const [x = 0, y = 0, w = 0, h = 0] = box
  if (w <= 0 || h <= 0) return identity
  const [sx, sy] = [width / w, height / h]
  if (ratio.trim().startsWith('none')) return [sx, 0, 0, sy, -x * sx, -y * sy]
  const scale = Math.min(sx, sy)
  return [scale, 0, 0, scale, (width - w * scale) / 2 - x * scale, (height - h * scale) / 2 - y * scale]
}

const round = 0.5522847498

/** Returns an ellipse as a path. */
const ellipse = (cx: number, cy: number, rx: number, ry: number): Step[] => [
  ['M', cx + rx, cy],
  ['C', cx + rx, cy + ry * round, cx + rx * round, cy + ry, cx, cy + ry],
  ['C', cx - rx * round, cy + ry, cx - rx, cy + ry * round, cx - rx, cy],
  ['C', cx - rx, cy - ry * round, cx - rx * round, cy - ry, cx, cy - ry],
  ['C', cx + rx * round, cy - ry, cx + rx, cy - ry * round, cx + rx, cy],
  ['Z'],
]

function rectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): Step[] {
  if (rx <= 0 || ry <= 0)
    return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']]
  const [right, bottom, kx, ky] = [x + width, y + height, rx * (1 - round), ry * (1 - round)]
  return [
    ['M', x + rx, y],
    ['L', right - rx, y],
    ['C', right - kx, y, right, y + ky, right, y + ry],
    ['L', right, bottom - ry],
    ['C', right, bottom - ky, right - kx, bottom, right - rx, bottom],
    ['L', x + rx, bottom],
    ['C', x + kx, bottom, x, bottom - ky, x, bottom - ry],
    ['L', x, y + ry],
    ['C', x, y + ky, x + kx, y, x + rx, y],
    ['Z'],
  ]
}

const transformed = (steps: readonly Step[], matrix: Matrix): Step[] =>
  steps.map((step): Step => {
    if (step[0] === 'Z') return step
    if (step[0] === 'C')
      return [
        'C',
        ...mapped(matrix, step[1], step[2]),
        ...mapped(matrix, step[3], step[4]),
        ...mapped(matrix, step[5], step[6]),
      ]
    return [step[0], ...mapped(matrix, step[1], step[2])]
  })

const elementsIn = (element: SvgElement): SvgElement[] =>
  element.children.filter((one): one is SvgElement => typeof one !== 'string')

/** Elements that nothing is drawn for where they stand. */
const unseen = new Set(
  'defs symbol marker clipPath mask pattern linearGradient radialGradient filter style script title desc metadata namedview'.split(
    ' ',
  ),
)

class SvgReader {
  readonly #root: SvgElement
  readonly #styles: SvgStyles
  readonly #byId = new Map<string, SvgElement>()
  readonly #missing = new Set<string>()
  readonly #shapes: (PathShape | TextShape)[] = []
  #steps = 0

  constructor(root: SvgElement) {
    this.#root = root
    const css: string[] = []
    const collect = (element: SvgElement) => {
      const id = element.attributes['id']
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element)
      if (element.name === 'style') css.push(element.children.filter((one) => typeof one === 'string').join(''))
      elementsIn(element).forEach(collect)
    }
    collect(root)
    this.#styles = new SvgStyles(css.join('\n').slice(0, 200_000))
  }

  read(): Drawing {
    const { attributes } = this.#root
    const box = numbersIn(attributes['viewBox'])
    const [, , boxWidth = 0, boxHeight = 0] = box
    const isPart = (text: string | undefined) => text === undefined || text.trim().endsWith('%')
    const own = (name: 'width' | 'height') => (isPart(attributes[name]) ? undefined : readLength(attributes[name], 0))
    let [width, height] = [own('width'), own('height')]
    if (boxWidth > 0 && boxHeight > 0) {
      width ??= height === undefined ? boxWidth : (height * boxWidth) / boxHeight
      height ??= (width * boxHeight) / boxWidth
    }
    const size = { width: width ?? 300, height: height ?? 150 }
    if (!(size.width > 0 && size.height > 0 && size.width <= most.side && size.height <= most.side))
      throw new Error('no size')
    const matrix = viewMatrix(box, size.width, size.height, attributes['preserveAspectRatio'] ?? '')
    const view = boxWidth > 0 ? { width: boxWidth, height: boxHeight } : size
    this.#inside(this.#root, this.#inherit(this.#root, start(matrix, view)))
    return { ...size, shapes: this.#shapes, missing: [...this.#missing] }
  }

  /** Returns what the content of an element has from it. */
  #inherit(element: SvgElement, from: Inherited): Inherited {
    const own = this.#styles.of(element, from.around)
    const values = new Map(from.values)
    for (const [name, value] of own) {
      if (!inheritedNames.has(name)) values.delete(name)
      if (value !== 'inherit') values.set(name, value)
    }
    for (const name of [
      'opacity',
      'display',
      'clip-path',
      'mask',
      'transform',
      'alignment-baseline',
      'stop-color',
      'stop-opacity',
    ])
      if (!own.has(name)) values.delete(name)
    const em = this.#fontSize(values, from)
    values.set('font-size', String(em))
    if (values.has('mask') && values.get('mask') !== 'none') this.#missing.add('mask')
    const matrix = combined(from.matrix, readTransform(own.get('transform')))
    const opacity = from.opacity * fraction(values.get('opacity'))
    const inside = { ...from, matrix, values, opacity, around: [...from.around, element] }
    return { ...inside, clips: this.#clipsOf(values.get('clip-path'), inside) }
  }

  #fontSize(values: Declarations, from: Inherited): number {
    const before = Number(from.values.get('font-size') ?? 16)
    return readLength(values.get('font-size'), before, before) ?? before
  }

  #clipsOf(value: string | undefined, from: Inherited): readonly (readonly Step[])[] {
    const clip = this.#target(value)
    if (clip?.name !== 'clipPath' || from.references >= most.references) return from.clips
    if (clip.attributes['clipPathUnits'] === 'objectBoundingBox') {
      this.#missing.add('clipPath')
      return from.clips
    }
    const around = combined(from.matrix, readTransform(clip.attributes['transform']))
    const steps = elementsIn(clip).flatMap((child) => {
      const own = combined(around, readTransform(child.attributes['transform']))
      return transformed(this.#outline(child, from) ?? [], own)
    })
    this.#count(steps.length)
    return [...from.clips, steps]
  }

  #count(steps: number): void {
    this.#steps += steps
    if (this.#steps > most.steps || this.#shapes.length > most.shapes) throw new Error('too large')
  }

  /** Returns the element that `url(#id)` or `#id` leads to. */
  #target(value: string | undefined): SvgElement | undefined {
    const id = /^\s*(?:url\(\s*["']?)?#([^"')]+)/.exec(value ?? '')?.[1]
    return id === undefined ? undefined : this.#byId.get(id)
  }

  #inside(element: SvgElement, state: Inherited): void {
    for (const child of elementsIn(element)) this.#element(child, state)
  }

  #element(element: SvgElement, from: Inherited): void {
    const { name } = element
    if (unseen.has(name)) return
    const state = this.#inherit(element, from)
    if (state.values.get('display') === 'none' || state.opacity === 0) return
    if (name === 'g' || name === 'a') return this.#inside(element, state)
    if (name === 'svg') return this.#nested(element, state)
    if (name === 'switch') return this.#switch(element, state)
    if (name === 'use') return this.#use(element, state)
    if (name === 'text') return this.#text(element, state)
    if (name === 'foreignObject') return this.#foreign(element, state)
    const steps = this.#outline(element, state)
    if (steps) this.#path(steps, element, state)
    else if (!name.startsWith('animate') && name !== 'set') this.#missing.add(name)
  }

  #nested(element: SvgElement, state: Inherited): void {
    const { attributes } = element
    const length = (key: string, whole: number, otherwise: number) => readLength(attributes[key], whole) ?? otherwise
    const { view } = state
    const [width, height] = [length('width', view.width, view.width), length('height', view.height, view.height)]
    const at: Matrix = [1, 0, 0, 1, length('x', view.width, 0), length('y', view.height, 0)]
    const box = numbersIn(attributes['viewBox'])
    const own = viewMatrix(box, width, height, attributes['preserveAspectRatio'] ?? '')
    const inner = box.length === 4 ? { width: box[2] ?? 0, height: box[3] ?? 0 } : { width, height }
    this.#inside(element, { ...state, matrix: combined(combined(state.matrix, at), own), view: inner })
  }

  /** Draws the first choice that can be drawn: programs write texts for browsers first. */
  #switch(element: SvgElement, state: Inherited): void {
    const choices = elementsIn(element)
    const chosen = choices.find(({ name }) => name !== 'foreignObject' && name !== 'image') ?? choices[0]
    if (chosen) this.#element(chosen, state)
  }

  #use(element: SvgElement, state: Inherited): void {
    const { attributes } = element
    const target = this.#target(attributes['href'] ?? attributes['xlink:href'])
    if (!target) return
    if (state.references >= most.references) throw new Error('too deep')
    const [x, y] = [
      readLength(attributes['x'], state.view.width) ?? 0,
      readLength(attributes['y'], state.view.height) ?? 0,
    ]
    const matrix = combined(state.matrix, [1, 0, 0, 1, x, y])
    const inner = { ...state, matrix, references: state.references + 1 }
    this.#count(1)
    if (target.name !== 'symbol') return this.#element(target, inner)
    const { width, height } = attributes
    const sized = { ...target.attributes, ...(width ? { width } : {}), ...(height ? { height } : {}) }
    this.#nested({ ...target, attributes: sized }, this.#inherit(target, inner))
  }

  /** Returns the outline of a basic shape or path in its own coordinates; undefined for other elements. */
  #outline({ name, attributes }: SvgElement, { view, values }: Inherited): Step[] | undefined {
    const em = Number(values.get('font-size') ?? 16)
    const across = (key: string) => readLength(attributes[key], view.width, em)
    const down = (key: string) => readLength(attributes[key], view.height, em)
    const [x, y, width, height] = [across('x') ?? 0, down('y') ?? 0, across('width') ?? 0, down('height') ?? 0]
    switch (name) {
      case 'path':
        return readPathData(attributes['d'] ?? '', most.steps - this.#steps + 1)
      case 'rect': {
        if (width <= 0 || height <= 0) return []
        const [rx, ry] = [across('rx') ?? down('ry') ?? 0, down('ry') ?? across('rx') ?? 0]
        return rectangle(x, y, width, height, Math.min(rx, width / 2), Math.min(ry, height / 2))
      }
      case 'circle': {
        const r = across('r') ?? 0
        return r > 0 ? ellipse(across('cx') ?? 0, down('cy') ?? 0, r, r) : []
      }
      case 'ellipse': {
        const [rx, ry] = [across('rx') ?? down('ry') ?? 0, down('ry') ?? across('rx') ?? 0]
        return rx > 0 && ry > 0 ? ellipse(across('cx') ?? 0, down('cy') ?? 0, rx, ry) : []
      }
      case 'line':
        return [
          ['M', across('x1') ?? 0, down('y1') ?? 0],
          ['L', across('x2') ?? 0, down('y2') ?? 0],
        ]
      case 'polyline':
      case 'polygon': {
        const numbers = numbersIn(attributes['points'])
        const steps: Step[] = []
        for (let at = 0; at + 1 < numbers.length; at += 2)
          steps.push([at === 0 ? 'M' : 'L', numbers[at] ?? 0, numbers[at + 1] ?? 0])
        if (name === 'polygon' && steps.length > 0) steps.push(['Z'])
        return steps
      }
      default:
        return undefined
    }
  }

  #path(steps: readonly Step[], element: SvgElement, state: Inherited): void {
    const { values, matrix, clips } = state
    if (steps.length < 2) return
    this.#count(steps.length)
    const isSeen = !['hidden', 'collapse'].includes(values.get('visibility') ?? '')
    const isLine = element.name === 'line'
    const fill =
      isSeen && !isLine ? this.#paint(values.get('fill') ?? '#000', values.get('fill-opacity'), state) : undefined
    const width = (readLength(values.get('stroke-width'), state.view.width) ?? 1) * scaleOf(matrix)
    const color =
      isSeen && width > 0 ? this.#paint(values.get('stroke') ?? 'none', values.get('stroke-opacity'), state) : undefined
    const dash = numbersIn(values.get('stroke-dasharray')).map((one) => one * scaleOf(matrix))
    const stroke = color && {
      color,
      width,
      dash: dash.some((one) => one > 0) && dash.every((one) => one >= 0) ? dash.slice(0, 20) : [],
      cap: oneOf(values.get('stroke-linecap'), ['butt', 'round', 'square'] as const),
      join: oneOf(values.get('stroke-linejoin'), ['miter', 'round', 'bevel'] as const),
    }
    if (fill || stroke) {
      const isEvenOdd = values.get('fill-rule') === 'evenodd'
      this.#shapes.push({ kind: 'path', steps: transformed(steps, matrix), fill, isEvenOdd, stroke, clips })
    }
    if (['path', 'line', 'polyline', 'polygon'].includes(element.name)) this.#markers(steps, state)
  }

  /** Draws arrow heads and the like at the corners of a line. */
  #markers(steps: readonly Step[], state: Inherited): void {
    const { values } = state
    const named = (place: string) => this.#target(values.get(`marker-${place}`) ?? values.get('marker'))
    const [first, middle, last] = [named('start'), named('mid'), named('end')]
    if ((!first && !middle && !last) || state.references >= most.references) return
    const corners = cornersOf(steps).slice(0, 2000)
    corners.forEach((corner, at) => {
      const isStart = at === 0
      const marker = isStart ? first : at === corners.length - 1 ? last : middle
      if (marker?.name === 'marker') this.#marker(marker, corner, isStart, state)
    })
  }

  #marker(marker: SvgElement, { x, y, angle }: Corner, isStart: boolean, state: Inherited): void {
    const { attributes } = marker
    const length = (name: string, otherwise: number) => readLength(attributes[name], 1) ?? otherwise
    const orient = attributes['orient'] ?? '0'
    const fixed = (Number.parseFloat(orient) * Math.PI) / 180
    const turn = orient.startsWith('auto')
      ? angle + (isStart && orient === 'auto-start-reverse' ? Math.PI : 0)
      : Number.isFinite(fixed)
        ? fixed
        : 0
    const own = attributes['markerUnits'] === 'userSpaceOnUse'
    const unit = own ? 1 : (readLength(state.values.get('stroke-width'), 1) ?? 1)
    const box = numbersIn(attributes['viewBox'])
    const view: Matrix =
      box.length === 4
        ? viewMatrix([0, 0, box[2] ?? 0, box[3] ?? 0], length('markerWidth', 3), length('markerHeight', 3), '')
        : identity
    const [cos, sin] = [Math.cos(turn) * unit, Math.sin(turn) * unit]
    const placed = combined(state.matrix, [cos, sin, -sin, cos, x, y])
    const [refX, refY] = mapped(view, length('refX', 0), length('refY', 0))
    const matrix = combined(combined(placed, [1, 0, 0, 1, -refX, -refY]), view)
    const values = new Map([['font-size', '16']])
    const inner = { ...state, matrix, values, references: state.references + 1, around: [this.#root] }
    this.#count(1)
    this.#inside(marker, this.#inherit({ ...marker, attributes: { ...attributes, transform: '' } }, inner))
  }

  #paint(value: string, opacity: string | undefined, { values, opacity: around }: Inherited): Color | undefined {
    const given = value.trim()
    if (given === 'none' || given === 'transparent') return undefined
    let color: Color | undefined
    if (given.startsWith('url(')) {
      color = this.#averageOf(this.#target(given), 0)
      const rest = given.replace(/^url\([^)]*\)\s*/, '')
      color ??= rest === '' || rest === 'none' ? undefined : readColor(rest)
    } else color = readColor(given.toLowerCase() === 'currentcolor' ? (values.get('color') ?? '#000') : given)
    if (!color && !given.startsWith('url(')) color = black
    const alpha = (color?.alpha ?? 0) * fraction(opacity) * around
    return color && alpha > 0.003 ? { ...color, alpha } : undefined
  }

  /** Returns the middle colour of a gradient, which stands for all of it. */
  #averageOf(gradient: SvgElement | undefined, depth: number): Color | undefined {
    if (!gradient || depth > 4) return undefined
    if (gradient.name === 'pattern') this.#missing.add('pattern')
    if (!gradient.name.endsWith('Gradient')) return undefined
    const stops = elementsIn(gradient).flatMap((stop) => {
      if (stop.name !== 'stop') return []
      const own = this.#styles.of(stop, [this.#root])
      const color = readColor(own.get('stop-color') ?? '#000') ?? black
      return [{ ...color, alpha: color.alpha * fraction(own.get('stop-opacity')) }]
    })
    if (stops.length === 0)
      return this.#averageOf(this.#target(gradient.attributes['href'] ?? gradient.attributes['xlink:href']), depth + 1)
    const mean = (of: (color: Color) => number) => stops.reduce((sum, one) => sum + of(one), 0) / stops.length
    return {
      red: mean((one) => one.red),
      green: mean((one) => one.green),
      blue: mean((one) => one.blue),
      alpha: mean((one) => one.alpha),
    }
  }

  #text(element: SvgElement, state: Inherited): void {
    const { attributes } = element
    const em = Number(state.values.get('font-size') ?? 16)
    const first = (value: string | undefined, whole: number) =>
      readLength((value ?? '').trim().split(/[\s,]+/)[0], whole, em)
    const pen = {
      x: (first(attributes['x'], state.view.width) ?? 0) + (first(attributes['dx'], 1) ?? 0),
      y: (first(attributes['y'], state.view.height) ?? 0) + (first(attributes['dy'], 1) ?? 0),
    }
    let spans: Span[] = []
    let chunkState = state
    let place = { ...pen }
    const end = () => {
      const last = spans.at(-1)
      if (last) last.text = last.text.trimEnd()
      const shown = spans.filter((span) => span.text !== '')
      if (shown.length > 0) this.#line(shown, place, chunkState)
      spans = []
    }
    const walk = (one: SvgElement, own: Inherited) => {
      for (const child of one.children) {
        if (typeof child === 'string') {
          const isFirst = spans.length === 0
          const text = child.replaceAll(/\s+/g, ' ')
          const shown = isFirst || spans.at(-1)?.text.endsWith(' ') ? text.trimStart() : text
          if (shown === '') continue
          if (isFirst) [chunkState, place] = [own, { ...pen }]
          const span = this.#span(shown, own)
          if (span) spans.push(span)
        } else if (['tspan', 'a', 'textPath'].includes(child.name)) {
          const inner = this.#inherit(child, own)
          if (inner.values.get('display') === 'none') continue
          const size = Number(inner.values.get('font-size') ?? 16)
          const shift = (key: string) => readLength((child.attributes[key] ?? '').trim().split(/[\s,]+/)[0], 1, size)
          const [x, y, dx, dy] = [shift('x'), shift('y'), shift('dx'), shift('dy')]
          if (x !== undefined || y !== undefined || dy !== undefined) end()
          pen.x = (x ?? pen.x) + (x === undefined && spans.length > 0 ? 0 : (dx ?? 0))
          pen.y = (y ?? pen.y) + (dy ?? 0)
          walk(child, inner)
        }
      }
    }
    walk(element, state)
    end()
  }

  #span(text: string, state: Inherited): Span | undefined {
    const { values } = state
    if (['hidden', 'collapse'].includes(values.get('visibility') ?? '')) return undefined
    const color = this.#paint(values.get('fill') ?? '#000', values.get('fill-opacity'), state)
    const weight = values.get('font-weight') ?? ''
    return {
      text,
      size: Number(values.get('font-size') ?? 16),
      // a text that is not painted is found and copied all the same
      color: color ?? { ...black, alpha: 0 },
      isBold: weight === 'bold' || weight === 'bolder' || Number(weight) >= 600,
      isItalic: /italic|oblique/.test(values.get('font-style') ?? ''),
      isMono: /mono|courier|consolas|menlo/i.test(values.get('font-family') ?? ''),
    }
  }

  #line(spans: Span[], { x, y }: { x: number; y: number }, state: Inherited): void {
    this.#count(1)
    const { values, matrix, clips } = state
    const size = spans[0]?.size ?? 16
    const line = values.get('alignment-baseline') ?? values.get('dominant-baseline') ?? ''
    const shift = /^(?:middle|central)$/.test(line)
      ? 0.36
      : /^(?:hanging|text-before-edge|text-top)$/.test(line)
        ? 0.85
        : 0
    const anchor = values.get('text-anchor')
    this.#shapes.push({
      kind: 'text',
      spans,
      matrix: combined(matrix, [1, 0, 0, 1, x, y + shift * size]),
      anchor: anchor === 'middle' || anchor === 'end' ? anchor : 'start',
      clips,
    })
  }

  /** Draws the words of HTML in the middle of their place: that is where programs that draw charts write their labels. */
  #foreign(element: SvgElement, state: Inherited): void {
    const lines: string[] = ['']
    const walk = (one: SvgElement) => {
      for (const child of one.children) {
        if (typeof child === 'string') lines.push(`${lines.pop() ?? ''}${child.replaceAll(/\s+/g, ' ')}`)
        else {
          if (['br', 'p', 'div', 'li'].includes(child.name) && lines.at(-1)?.trim() !== '') lines.push('')
          if (!unseen.has(child.name)) walk(child)
        }
      }
    }
    walk(element)
    const shown = lines.map((line) => line.trim()).filter((line) => line !== '')
    const { attributes } = element
    const length = (name: string) => readLength(attributes[name], 0) ?? 0
    const size = Number(state.values.get('font-size') ?? 16)
    const values = new Map(state.values)
    values.set('text-anchor', 'middle')
    values.delete('dominant-baseline')
    const fill = values.get('color')
    if (fill !== undefined) values.set('fill', fill)
    const inner = { ...state, values }
    const x = length('x') + length('width') / 2
    const top = length('y') + length('height') / 2 - ((shown.length - 1) * size * 1.25) / 2 + size * 0.36
    shown.forEach((text, at) => {
      const span = this.#span(text, inner)
      if (span) this.#line([span], { x, y: top + at * size * 1.25 }, inner)
    })
  }
}

const start = (matrix: Matrix, view: { width: number; height: number }): Inherited => ({
  matrix,
  values: new Map(),
  opacity: 1,
  clips: [],
  around: [],
  references: 0,
  view,
})

/** Returns one of these words; the first for any other. */
const oneOf = <T extends string>(text: string | undefined, words: readonly [T, ...T[]]): T =>
  words.find((word) => word === text) ?? words[0]

/** Returns a value between 0 and 1. */
function fraction(text: string | undefined): number {
  const number = readLength(text, 1)
  return number === undefined ? 1 : Math.max(0, Math.min(1, number))
}

interface Corner {
  x: number
  y: number
  /** The direction of the line there. */
  angle: number
}

/** Returns the corners of a path with the direction in which it goes through them. */
function cornersOf(steps: readonly Step[]): Corner[] {
  const points: { x: number; y: number; into: [number, number]; from: [number, number] | undefined }[] = []
  let [startX, startY] = [0, 0]
  for (const step of steps) {
    const before = points.at(-1)
    const [x, y] = step[0] === 'Z' ? [startX, startY] : step[0] === 'C' ? [step[5], step[6]] : [step[1], step[2]]
    if (step[0] === 'M') [startX, startY] = [x, y]
    const last: [number, number] = before ? [before.x, before.y] : [x, y]
    const away: [number, number] = step[0] === 'C' ? [step[1], step[2]] : [x, y]
    if (before && step[0] !== 'M') before.from ??= [away[0] - last[0], away[1] - last[1]]
    const near: [number, number] = step[0] === 'C' ? [step[3], step[4]] : last
    points.push({ x, y, into: [x - near[0], y - near[1]], from: undefined })
  }
  return points.map(({ x, y, into, from }, at) => {
    const [ix, iy] = at === 0 ? [0, 0] : into
    const length = (dx: number, dy: number) => Math.hypot(dx, dy) || 1
    const [ox, oy] = from ?? [0, 0]
    const dx = ix / length(ix, iy) + ox / length(ox, oy)
    const dy = iy / length(ix, iy) + oy / length(ox, oy)
    return { x, y, angle: Math.atan2(dy, dx) }
  })
}

/**
 * Reads an SVG file as a drawing. Scripts, animations and everything outside the file are ignored; filters are left
 * out, a gradient is its middle colour, and what else cannot be drawn is named in `missing`.
 *
 * @throws {Error} when it is no SVG, broken, or too large
 */
export function readSvg(text: string): Drawing {
  return new SvgReader(readSvgTree(text)).read()
}
