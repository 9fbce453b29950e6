import type { Color, Drawing, PathShape, Step, TextShape } from './drawing.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const unknownToXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unknownToXml, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

const n = (value: number): string => String(Math.round(value * 100) / 100)

const hex = ({ red, green, blue }: Color): string =>
  `#${[red, green, blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const paint = (name: 'fill' | 'stroke', color: Color): string =>
  ` ${name}="${hex(color)}"${color.alpha < 1 ? ` ${name}-opacity="${n(color.alpha)}"` : ''}`

const pathData = (steps: readonly Step[]): string =>
  steps.map(([letter, ...numbers]) => letter + numbers.map(n).join(' ')).join('')

function pathSvg({ steps, fill, isEvenOdd, stroke }: PathShape): string {
  const filled = fill ? paint('fill', fill) + (isEvenOdd ? ' fill-rule="evenodd"' : '') : ' fill="none"'
  const line = stroke
    ? `${paint('stroke', stroke.color)} stroke-width="${n(stroke.width)}"` +
      (stroke.dash.length > 0 ? ` stroke-dasharray="${stroke.dash.map(n).join(' ')}"` : '') +
      (stroke.cap === 'butt' ? '' : ` stroke-linecap="${stroke.cap}"`) +
      (stroke.join === 'miter' ? '' : ` stroke-linejoin="${stroke.join}"`)
    : ''
  return `<path d="${pathData(steps)}"${filled}${line}/>`
}

const families = {
  sans: "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
  mono: "ui-monospace, Consolas, Menlo, 'Noto Sans Mono CJK SC', monospace",
}

function textSvg({ spans, matrix, anchor }: TextShape): string {
  const [a, b, c, d, e, f] = matrix
  const isMoved = a === 1 && b === 0 && c === 0 && d === 1
  const place = isMoved ? ` x="${n(e)}" y="${n(f)}"` : ` transform="matrix(${[a, b, c, d, e, f].map(n).join(' ')})"`
  const parts = spans.map(({ text, size, color, isBold, isItalic, isMono }) => {
    const weight = isBold ? ' font-weight="600"' : ''
    const slant = isItalic ? ' font-style="italic"' : ''
    const family = ` font-family="${isMono ? families.mono : families.sans}"`
    return `<tspan font-size="${n(size)}"${family}${paint('fill', color)}${weight}${slant}>${escaped(text)}</tspan>`
  })
  return `<text${place}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`} xml:space="preserve">${parts.join('')}</text>`
}

/**
 * Returns a drawing as SVG, with nothing in it but paths and texts.
 *
 * @param about a text for those who do not see it; without one, it is left to its texts
 */
export function writeSvg(drawing: Drawing, idPrefix: string, about = ''): string {
  const { width, height, shapes } = drawing
  const clips = new Map<readonly Step[], string>()
  const body = shapes.map((shape) => {
    const inner = shape.kind === 'path' ? pathSvg(shape) : textSvg(shape)
    return shape.clips.reduce((inside, clip) => {
      const id = clips.get(clip) ?? `${idPrefix}-${clips.size}`
      clips.set(clip, id)
      return `<g clip-path="url(#${id})">${inside}</g>`
    }, inner)
  })
  const definitions = [...clips].map(([steps, id]) => `<clipPath id="${id}"><path d="${pathData(steps)}"/></clipPath>`)
  const label = about === '' ? '' : ` role="img" aria-label="${escaped(about)}"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"${label}>` +
    (definitions.length > 0 ? `<defs>${definitions.join('')}</defs>` : '') +
    `${body.join('')}</svg>`
  )
}
