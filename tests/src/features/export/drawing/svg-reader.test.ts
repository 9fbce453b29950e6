import { expect, test } from 'vitest'
import type { Drawing, PathShape, TextShape } from '#src/features/export/drawing/drawing.ts'
import { readSvg } from '#src/features/export/drawing/svg-reader.ts'
import { writeSvg } from '#src/features/export/drawing/svg-writer.ts'

const svg = (body: string, more = 'viewBox="0 0 100 50" width="200" height="100"') =>
  readSvg(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${body}</svg>`)

const paths = ({ shapes }: Drawing) => shapes.filter((one): one is PathShape => one.kind === 'path')
const texts = ({ shapes }: Drawing) => shapes.filter((one): one is TextShape => one.kind === 'text')
const words = (drawing: Drawing) => texts(drawing).map(({ spans }) => spans.map((span) => span.text).join(''))

test('shapes are paths in pixels of the drawing, with the transforms around them', () => {
  const drawing = svg('<g transform="translate(10 5)"><rect width="20" height="10" fill="#f00"/></g>')
  expect([drawing.width, drawing.height]).toEqual([200, 100])
  const [rect] = paths(drawing)
  expect(rect?.steps).toEqual([['M', 20, 10], ['L', 60, 10], ['L', 60, 30], ['L', 20, 30], ['Z']])
  expect(rect?.fill).toEqual({ red: 1, green: 0, blue: 0, alpha: 1 })
  expect(rect?.stroke).toBeUndefined()
})

test('paths have relative steps, short curves and arcs', () => {
  const [path] = paths(svg('<path d="m10 10h5v5q1 1 2 0t2 0a5 5 0 0110 0z"/>', 'width="100" height="50"'))
  const ends = path?.steps.map((step) => step.slice(-2).map((one) => (typeof one === 'number' ? Math.round(one) : one)))
  expect(ends).toEqual([[10, 10], [15, 10], [15, 15], [17, 15], [19, 15], [24, 10], [29, 15], ['Z']])
})

test('style sheets count before attributes, the style of an element before both, and what is inside inherits', () => {
  const drawing = svg(
    '<style>/* a */ .a rect, #no { fill: #00f } rect { fill: lime }</style>' +
      '<g class="a" stroke="red" stroke-width="2"><rect width="1" height="1" fill="#fff"/><rect width="1" height="1" style="fill:rgb(0,0,0)"/></g><rect width="1" height="1"/>',
  )
  const [first, second, third] = paths(drawing)
  expect(first?.fill).toMatchObject({ red: 0, green: 0, blue: 1 })
  expect(first?.stroke).toMatchObject({ color: { red: 1, green: 0 }, width: 4 })
  expect(second?.fill).toMatchObject({ red: 0, green: 0, blue: 0 })
  expect(third?.fill).toMatchObject({ red: 0, green: 1, blue: 0 })
})

test('an arrow head is drawn at the end of its line, in its direction', () => {
  const drawing = svg(
    '<defs><marker id="m" markerWidth="4" markerHeight="4" refX="4" refY="2" orient="auto"><path d="M0 0L4 2L0 4Z"/></marker></defs>' +
      '<line x1="50" y1="0" x2="50" y2="20" stroke="#000" stroke-width="1" marker-end="url(#m)"/>',
    'width="100" height="50"',
  )
  const head = paths(drawing)[1]?.steps.map((step) => step.slice(1).map((one) => Math.round(Number(one))))
  expect(head).toEqual([[52, 16], [50, 20], [48, 16], []])
})

test('texts keep their lines, anchors and words', () => {
  const drawing = svg(
    '<text x="50" y="20" text-anchor="middle" font-weight="bold">用户 <tspan fill="red">name</tspan><tspan x="50" dy="1.2em">second</tspan></text>' +
      '<foreignObject width="40" height="20"><div xmlns="http://www.w3.org/1999/xhtml">label<br/>below</div></foreignObject>',
  )
  expect(words(drawing)).toEqual(['用户 name', 'second', 'label', 'below'])
  const [first, second] = texts(drawing)
  expect(first?.anchor).toBe('middle')
  expect(first?.spans[0]?.isBold).toBe(true)
  expect((second?.matrix[5] ?? 0) - (first?.matrix[5] ?? 0)).toBeCloseTo(1.2 * 16 * 2)
})

test('nothing of a file runs or leads outside, and what cannot be drawn is named', () => {
  const drawing = svg(
    '<script>alert(1)</script><image href="http://10.0.0.1/x.png" width="9" height="9"/><use href="http://10.0.0.1/a.svg#a"/>' +
      '<a href="javascript:alert(1)"><text onclick="alert(1)">&lt;script&gt;</text></a><rect width="9" height="9" fill="url(http://10.0.0.1/#g)"/>' +
      '<style>@import url(http://10.0.0.1/x.css); rect { background: url(http://10.0.0.1/y) }</style>',
  )
  expect(drawing.missing).toEqual(['image'])
  const written = writeSvg(drawing, 'd', '<b>"')
  expect(written).not.toMatch(/10\.0\.0\.1|javascript|onclick|<script|href|<image|<style/)
  expect(written).toContain('&lt;script&gt;')
  expect(written).toContain('aria-label="&lt;b&gt;&quot;"')
})

const levels = Array.from(
  { length: 12 },
  (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`,
).join('')

test.each([
  ['a reference to itself', '<g id="a"><use href="#a"/></g>'],
  ['references that multiply', `<defs><rect id="a0" width="1" height="1"/>${levels}</defs><use href="#a12"/>`],
  ['elements in one another', '<g>'.repeat(500) + '</g>'.repeat(500)],
  ['very many elements', '<rect width="1" height="1"/>'.repeat(60_000)],
  ['a path of very many steps', `<path d="M0 0${'h1'.repeat(500_000)}"/><path d="M0 0${'h1'.repeat(500_000)}"/>`],
  ['no XML', '<rect'],
])('%s ends with an error, soon', (_, body) => {
  const startedMs = performance.now()
  expect(() => svg(body)).toThrow()
  expect(performance.now() - startedMs).toBeLessThan(3000)
})

test('entities do not multiply', () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(150)}"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`
  expect(() => readSvg(bomb)).toThrow()
  const named = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"><text>a</text></svg>'
  expect(words(readSvg(named))).toEqual(['a'])
})

test.each(['width="0" height="5"', 'width="1e9" height="5"', 'width="-1" height="5"', 'viewBox="0 0 1e9 1"'])(
  'a drawing of no size or too large is rejected: %s',
  (size) => {
    expect(() => svg('', size)).toThrow()
  },
)
