import katex from 'katex'
import { SaxesParser } from 'saxes'
import { escapeXml } from './xml.ts'

/** An element of MathML. */
interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

// The longest formula, in characters: a matrix of 50 rows and columns has 5,000.
const longest = 20_000

// The most cells of a matrix: short rows get as many as the longest.
const matrixCells = 10_000

/**
 * Returns a formula as Word's own (`m:oMath`), which can be edited there; undefined when it is not valid TeX, nests too
 * deeply, is too large, or has characters that XML cannot hold.
 */
export function formulaXml(tex: string, displayMode: boolean): string | undefined {
  if (tex.length > longest) return undefined
  try {
    const options = { output: 'mathml', displayMode, throwOnError: true, strict: 'ignore' } as const
    const root = parse(katex.renderToString(tex, { ...options, trust: false, maxExpand: 1000, maxSize: 50 }))
    return root && `<m:oMath>${write(root)}</m:oMath>`
  } catch {
    return undefined // the reader of TeX and that of XML have errors of several kinds
  }
}

const deepest = 200

function parse(html: string): Element | undefined {
  const open: Element[] = []
  let math: Element | undefined
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
    if (open.length > deepest) throw new RangeError('a formula nests too deeply')
    if (name === 'math') math = element
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(html).close()
  return math
}

/** Operators that stand before what they act on, with their limits. */
const large = /^[∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/

/** The combining characters of accents, by what MathML has. */
const accents: Record<string, string> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '˙': '\u0307',
  '¨': '\u0308',
  '´': '\u0301',
  ˊ: '\u0301',
  '`': '\u0300',
  ˋ: '\u0300',
  ˇ: '\u030c',
  '˘': '\u0306',
  '→': '\u20d7',
  '\u20d7': '\u20d7',
}
const lines = /^[‾¯ˉ_―]$/

const wordFonts = '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>'

const value = (name: string, text: string) => `<m:${name} m:val="${escapeXml(text)}"/>`

const run = (text: string, properties: string): string =>
  text === '' ? '' : `<m:r>${properties}${wordFonts}<m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>`

const alphabets = new Set(['script', 'fraktur', 'double-struck', 'sans-serif', 'monospace'])

const styles: Record<string, string> = { normal: 'p', bold: 'b', 'bold-italic': 'bi', italic: 'i' }

/** Returns a name, number or operator. */
function symbol({ name, attributes, text }: Element): string {
  const variant = attributes['mathvariant'] ?? (name === 'mi' && [...text].length === 1 ? 'italic' : 'normal')
  const alphabet = alphabets.has(variant) ? value('scr', variant) : ''
  return run(text, `<m:rPr>${alphabet}${value('sty', styles[variant] ?? 'p')}</m:rPr>`)
}

const empty = run('\u200b', '<m:rPr><m:sty m:val="p"/></m:rPr>')

/** Returns an argument of a structure: Word shows a box where one is empty. */
const argument = (name: string, element: Element | undefined): string =>
  `<m:${name}>${(element && write(element)) || empty}</m:${name}>`

/** Returns the only symbol of an element. */
function signOf(element: Element | undefined): string {
  if (!element) return ''
  if (element.children.length === 0) return element.text.trim()
  return element.children.length === 1 ? signOf(element.children[0]) : ''
}

/** Returns a structure with a base and what is above and below it. */
function scripts(element: Element): string {
  const [base, first, second] = element.children
  const has = element.name
  if (has === 'msub') return `<m:sSub>${argument('e', base)}${argument('sub', first)}</m:sSub>`
  if (has === 'msup') return `<m:sSup>${argument('e', base)}${argument('sup', first)}</m:sSup>`
  if (has === 'msubsup')
    return `<m:sSubSup>${argument('e', base)}${argument('sub', first)}${argument('sup', second)}</m:sSubSup>`
  const sign = signOf(first)
  if (has !== 'munderover' && lines.test(sign)) {
    const position = value('pos', has === 'mover' ? 'top' : 'bot')
    return `<m:bar><m:barPr>${position}</m:barPr>${argument('e', base)}</m:bar>`
  }
  const accent = has === 'mover' && Object.hasOwn(accents, sign) ? accents[sign] : undefined
  if (accent !== undefined) return `<m:acc><m:accPr>${value('chr', accent)}</m:accPr>${argument('e', base)}</m:acc>`
  if (/^[⏞⏟]$/.test(sign)) {
    const place = value('chr', sign) + value('pos', has === 'mover' ? 'top' : 'bot')
    return `<m:groupChr><m:groupChrPr>${place}</m:groupChrPr>${argument('e', base)}</m:groupChr>`
  }
  const lower = has === 'mover' ? undefined : first
  const upper = has === 'munder' ? undefined : has === 'mover' ? first : second
  const inner = lower ? `<m:limLow>${argument('e', base)}${argument('lim', lower)}</m:limLow>` : ''
  if (!upper) return inner
  return `<m:limUpp>${inner ? `<m:e>${inner}</m:e>` : argument('e', base)}${argument('lim', upper)}</m:limUpp>`
}

/** Returns a large operator with what it acts on; undefined for anything else. */
function operator(element: Element, target: Element | undefined): string | undefined {
  const scripted = /^(?:msub|msup|msubsup|munder|mover|munderover)$/.test(element.name)
  const sign = scripted ? signOf(element.children[0]) : element.name === 'mo' ? element.text.trim() : ''
  if (!large.test(sign)) return undefined
  const [, first, second] = scripted ? element.children : []
  const isUpperOnly = element.name === 'msup' || element.name === 'mover'
  const [sub, sup] = isUpperOnly ? [undefined, first] : [first, second]
  const properties = [
    value('chr', sign),
    value('limLoc', element.name.startsWith('mu') || element.name === 'mover' ? 'undOvr' : 'subSup'),
    ...(sub ? [] : [value('subHide', '1')]),
    ...(sup ? [] : [value('supHide', '1')]),
  ]
  const part = (name: string, one: Element | undefined) => (one ? argument(name, one) : `<m:${name}/>`)
  return `<m:nary><m:naryPr>${properties.join('')}</m:naryPr>${part('sub', sub)}${part('sup', sup)}${argument('e', target)}</m:nary>`
}

const isFence = (element: Element | undefined): boolean =>
  element?.name === 'mo' && element.attributes['fence'] === 'true'

/** Returns elements next to each other. */
function row(elements: readonly Element[]): string {
  let out = ''
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]
    if (!element) continue
    // what an operator acts on is what follows it, up to the next one: anything in front of it stays visible
    const next = elements[at + 1]
    const whole = operator(element, next)
    if (whole !== undefined) at += 1
    out += whole ?? write(element)
  }
  return out
}

function group({ children }: Element): string {
  // an invisible fence is not there at all
  const begin = isFence(children[0]) ? children[0] : undefined
  const end = children.length > 1 && isFence(children.at(-1)) ? children.at(-1) : undefined
  if (children.length < 2 || (!begin && !end)) return row(children)
  const inner = children.slice(begin ? 1 : 0, end ? -1 : undefined)
  const signs = value('begChr', begin?.text.trim() ?? '') + value('endChr', end?.text.trim() ?? '')
  return `<m:d><m:dPr>${signs}</m:dPr><m:e>${row(inner) || empty}</m:e></m:d>`
}

function matrix({ children, attributes }: Element): string {
  const rows = children.filter((one) => one.name === 'mtr' || one.name === 'mlabeledtr')
  const count = rows.reduce((most, one) => Math.max(most, one.children.length), 1)
  if (rows.length * count > matrixCells) throw new RangeError('a matrix has too many cells')
  const aligned = (attributes['columnalign'] ?? '').split(/\s+/)
  const columns = Array.from({ length: count }, (_, at) => {
    const align = aligned[at] ?? 'center'
    return `<m:mc><m:mcPr>${value('count', '1')}${value('mcJc', /^(?:left|right)$/.test(align) ? align : 'center')}</m:mcPr></m:mc>`
  })
  const lineOf = (one: Element) =>
    `<m:mr>${Array.from({ length: count }, (_, at) => argument('e', one.children[at])).join('')}</m:mr>`
  const properties = `<m:mPr>${value('plcHide', '1')}<m:mcs>${columns.join('')}</m:mcs></m:mPr>`
  return `<m:m>${properties}${rows.map(lineOf).join('')}</m:m>`
}

/** Returns an element of MathML in Word's form. */
function write(element: Element): string {
  const [first, second] = element.children
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
      return operator(element, undefined) ?? symbol(element)
    case 'mtext':
      return run(element.text, '<m:rPr><m:nor/></m:rPr>')
    case 'mspace':
      return element.attributes['linebreak'] === 'newline' || /^-|^0/.test(element.attributes['width'] ?? '0')
        ? ''
        : run('\u2002', '<m:rPr><m:sty m:val="p"/></m:rPr>')
    case 'mfrac': {
      const isBare = element.attributes['linethickness']?.startsWith('0') === true
      const kind = isBare ? `<m:fPr>${value('type', 'noBar')}</m:fPr>` : ''
      return `<m:f>${kind}${argument('num', first)}${argument('den', second)}</m:f>`
    }
    case 'msqrt':
      return `<m:rad><m:radPr>${value('degHide', '1')}</m:radPr><m:deg/><m:e>${row(element.children) || empty}</m:e></m:rad>`
    case 'mroot':
      return `<m:rad>${argument('deg', second)}${argument('e', first)}</m:rad>`
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover':
      return operator(element, undefined) ?? scripts(element)
    case 'mtable':
      return matrix(element)
    case 'mphantom':
      return `<m:phant><m:phantPr>${value('show', '0')}</m:phantPr><m:e>${row(element.children) || empty}</m:e></m:phant>`
    case 'menclose':
      return `<m:borderBox><m:e>${row(element.children) || empty}</m:e></m:borderBox>`
    case 'semantics':
      return first ? write(first) : ''
    case 'annotation':
      return ''
    case 'mrow':
      // what stands on the left of an aligned sign may be nothing
      return group(element) || empty
    default:
      return group(element)
  }
}
