import type { SvgElement } from './svg-tree.ts'

/** The declarations of one element. */
export type Declarations = ReadonlyMap<string, string>

interface Compound {
  tag: string
  id: string
  classes: string[]
}

interface Rule {
  /** The element itself at the end, before it those that must be around it. */
  path: Compound[]
  weight: number
  declarations: [property: string, value: string][]
}

const rulesMost = 600

/** Properties that are read, as attributes as well as in styles. */
const properties = new Set(
  (
    'fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin fill-rule clip-rule fill-opacity stroke-opacity opacity color ' +
    'font-size font-family font-weight font-style text-anchor dominant-baseline alignment-baseline visibility display clip-path mask ' +
    'marker marker-start marker-mid marker-end stop-color stop-opacity transform'
  ).split(' '),
)

function readDeclarations(text: string): [string, string][] {
  return text.split(';').flatMap((one): [string, string][] => {
    const colon = one.indexOf(':')
    const property = one.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = one
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    return properties.has(property) && value !== '' ? [[property, value]] : []
  })
}

/** Returns a part of a selector such as `rect.node`; undefined for one that asks for more. */
function readCompound(text: string): Compound | undefined {
  if (!/^(?:\*|[\w-]+)?(?:[.#][\w-]+)*$/.test(text) || text === '') return undefined
  return {
    tag: /^[\w-]+/.exec(text)?.[0] ?? '',
    id: /#([\w-]+)/.exec(text)?.[1] ?? '',
    classes: [...text.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
  }
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = []
  const clean = css.replaceAll(/\/\*[^]*?\*\//g, ' ').replaceAll(/@import[^;]*;/g, ' ')
  for (const [, selectors = '', body = ''] of clean.matchAll(/([^{}@;]{1,2000})\{([^{}]{0,5000})\}/g)) {
    const declarations = readDeclarations(body)
    if (declarations.length === 0) continue
    for (const selector of selectors.split(',')) {
      const path = selector
        .trim()
        .split(/\s*>\s*|\s+/)
        .map(readCompound)
      if (path.some((one) => one === undefined) || rules.length >= rulesMost) continue
      const parts = path as Compound[]
      const weight = parts.reduce(
        (sum, { tag, id, classes }) => sum + (id === '' ? 0 : 10_000) + classes.length * 100 + (tag === '' ? 0 : 1),
        0,
      )
      rules.push({ path: parts, weight, declarations })
    }
  }
  // of equal weight the later one counts
  return rules.toSorted((a, b) => a.weight - b.weight)
}

function fits({ tag, id, classes }: Compound, { name, attributes }: SvgElement): boolean {
  if (tag !== '' && tag !== name) return false
  if (id !== '' && attributes['id'] !== id) return false
  if (classes.length === 0) return true
  const own = (attributes['class'] ?? '').split(/\s+/)
  return classes.every((one) => own.includes(one))
}

/** The styles that a file declares. */
export class SvgStyles {
  readonly #rules: readonly Rule[]

  /** @param css the content of all style elements */
  constructor(css: string) {
    this.#rules = readRules(css)
  }

  /** Returns what is declared for an element. @param around the elements that it is in, from the root */
  of(element: SvgElement, around: readonly SvgElement[]): Declarations {
    const out = new Map<string, string>()
    for (const [name, value] of Object.entries(element.attributes))
      if (properties.has(name)) out.set(name, value.trim())
    for (const { path, declarations } of this.#rules) {
      const last = path.at(-1)
      if (!last || !fits(last, element) || !isAround(path, around)) continue
      for (const [property, value] of declarations) out.set(property, value)
    }
    for (const [property, value] of readDeclarations(element.attributes['style'] ?? '')) out.set(property, value)
    return out
  }
}

/** Whether the elements around one are those that a selector asks for, in this order. */
function isAround(path: readonly Compound[], around: readonly SvgElement[]): boolean {
  let wanted = path.length - 2
  for (let at = around.length - 1; at >= 0 && wanted >= 0; at -= 1) {
    const [compound, element] = [path[wanted], around[at]]
    if (compound && element && fits(compound, element)) wanted -= 1
  }
  return wanted < 0
}
