import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml'

/** An error in a YAML text, with its position. Lines and columns count from 1. */
export interface YamlError {
  /**
   * `tab`: a line is indented with a tab; `indent`: lines of one level begin in different columns; `duplicateKey`:
   * `key` occurs twice in one mapping; `manyDocuments`: another document begins there; `alias`: `key` has no anchor
   * before it, or refers to a node that contains it; `tooDeep`, `tooMany`: over the limits; `syntax`: anything else.
   */
  kind: 'syntax' | 'tab' | 'indent' | 'duplicateKey' | 'manyDocuments' | 'alias' | 'tooDeep' | 'tooMany'
  line: number
  column: number
  key: string
}

/** Limits of a YAML text. `nodes` counts values, including each repetition by an alias. */
export interface YamlLimits {
  depth: number
  nodes: number
}

/** Whether a text looks like an API description in YAML: a mapping with one of the top-level keys of such a file. */
export const isProbablyYaml = (text: string): boolean =>
  /^(?:---[^\n]*\n)?(?:["']?)(?:openapi|swagger|info|paths|collection|item)(?:["']?)\s*:(?:\s|$)/m.test(
    text.slice(0, 20_000),
  )

/**
 * Parses a YAML text in the core schema of YAML 1.2 with merge keys: `yes`, `on` and dates are strings. Outside of
 * data, the values of an API description are strings, so numbers there keep their notation: `version: 1.10` is `1.10`.
 * Data (`example`, `default`, `enum` and similar) keep their numbers, unless the schema next to them says `type:
 * string`.
 */
export function readYaml(text: string, limits: YamlLimits): { value: unknown } | { fault: YamlError } {
  const lines = new LineCounter()
  const faultAt = (kind: YamlError['kind'], offset: number, key = ''): YamlError => {
    const { line, col } = lines.linePos(offset)
    return { kind, line: Math.max(1, line), column: Math.max(1, col), key }
  }
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false, // compares each key with all others; the reader below checks them in one pass
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'error',
  })
  const [error] = document.errors
  if (error) return { fault: faultAt(kindOf(error.code), error.pos[0]) }
  try {
    return { value: new ValueReader(limits).read(document.contents) }
  } catch (caught) {
    if (caught instanceof Rejected) return { fault: faultAt(caught.kind, caught.offset, caught.key) }
    throw caught
  }
}

function kindOf(code: string): YamlError['kind'] {
  if (code === 'TAB_AS_INDENT') return 'tab'
  if (code === 'MULTIPLE_DOCS') return 'manyDocuments'
  if (code === 'RESOURCE_EXHAUSTION') return 'tooDeep'
  return code === 'BAD_INDENT' ? 'indent' : 'syntax'
}

class Rejected extends Error {
  readonly kind: YamlError['kind']
  readonly offset: number
  readonly key: string

  constructor(kind: YamlError['kind'], node: unknown, key = '') {
    super(kind)
    this.kind = kind
    this.offset = (node as Node | null)?.range?.[0] ?? 0
    this.key = key
  }
}

/** The context of a value in a description. */
interface Place {
  depth: number
  /** A value of the API rather than a description of it. */
  isData: boolean
  /** A string, whatever it looks like: because of its keyword, or data whose schema says so. */
  isText: boolean
  /** A mapping whose keys are chosen names, not keywords. */
  isNamed: boolean
}

const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'dataValue', 'payload'])
const textKeys = new Set(['description', 'name', 'operationId', 'summary', 'title', 'version'])
const nameKeys = new Set([
  '$defs',
  'callbacks',
  'content',
  'definitions',
  'dependentSchemas',
  'encoding',
  'headers',
  'links',
  'mapping',
  'parameters',
  'pathItems',
  'paths',
  'patternProperties',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'scopes',
  'securityDefinitions',
  'securitySchemes',
  'variables',
  'webhooks',
])

const top: Place = { depth: 0, isData: false, isText: false, isNamed: false }

class ValueReader {
  readonly #limits: YamlLimits
  readonly #anchors = new Map<string, Node>()
  /** The nodes that contain the value being read. */
  readonly #open = new Set<unknown>()
  #nodes = 0

  constructor(limits: YamlLimits) {
    this.#limits = limits
  }

  read(node: unknown, place: Place = top): unknown {
    this.#count(node, place)
    if (isAlias(node)) return this.#within(node, this.#target(node), place)
    const anchor =
      (node as Node | null) && 'anchor' in (node as Node) ? (node as { anchor?: string }).anchor : undefined
    if (anchor !== undefined) this.#anchors.set(anchor, node as Node)
    if (isMap(node)) return this.#within(node, node, place)
    if (isSeq(node)) return this.#within(node, node, place)
    return isScalar(node) ? scalarValue(node, place) : null
  }

  #count(node: unknown, { depth }: Place): void {
    this.#nodes += 1
    if (this.#nodes > this.#limits.nodes) throw new Rejected('tooMany', node)
    if (depth > this.#limits.depth) throw new Rejected('tooDeep', node)
  }

  #target(node: Node & { source: string }): Node {
    const target = this.#anchors.get(node.source)
    if (!target || this.#open.has(target)) throw new Rejected('alias', node, node.source)
    return target
  }

  #within(from: unknown, node: Node, place: Place): unknown {
    if (isScalar(node)) return scalarValue(node, place)
    if (from !== node) return this.read(node, place)
    this.#open.add(node)
    const value = isMap(node) ? this.#map(node, place) : isSeq(node) ? this.#list(node.items, place) : null
    this.#open.delete(node)
    return value
  }

  #list(items: readonly unknown[], place: Place): unknown[] {
    return items.map((item) => this.read(item, { ...place, depth: place.depth + 1 }))
  }

  #map(node: YAMLMap, place: Place): Record<string, unknown> {
    const own: Record<string, unknown> = {}
    const merged: Record<string, unknown>[] = []
    const isText = place.isText || saysText(node)
    const seen = new Set<string>()
    for (const pair of node.items) {
      const key = this.#key(pair)
      if (key === '<<' && isPlain(pair.key)) {
        merged.push(...this.#mergedFrom(pair, place))
        continue
      }
      if (seen.has(key)) throw new Rejected('duplicateKey', pair.key, key)
      seen.add(key)
      put(own, key, this.read(pair.value, placeBelow(key, pair.value, { ...place, isText })))
    }
    // the mapping's own keys take precedence, then the first merged ones
    for (const one of merged)
      for (const [key, value] of Object.entries(one)) if (!seen.has(key)) put(own, key, value, seen)
    return own
  }

  #mergedFrom(pair: Pair, place: Place): Record<string, unknown>[] {
    const value = this.read(pair.value, { ...place, depth: place.depth + 1 })
    const list = Array.isArray(value) ? value : [value]
    return list.map((one) => {
      if (typeof one !== 'object' || one === null || Array.isArray(one)) throw new Rejected('syntax', pair.key)
      return one as Record<string, unknown>
    })
  }

  #key({ key }: Pair): string {
    const node = isAlias(key) ? this.#target(key) : key
    if (node === null) return ''
    if (!isScalar(node)) throw new Rejected('syntax', key)
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    return node.source ?? String(node.value ?? '')
  }
}

function put(into: Record<string, unknown>, key: string, value: unknown, seen?: Set<string>): void {
  seen?.add(key)
  // a key such as __proto__ is an ordinary name
  Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true })
}

const isPlain = (node: unknown): boolean => isScalar(node) && node.type === 'PLAIN'

function placeBelow(key: string, value: unknown, place: Place): Place {
  const depth = place.depth + 1
  if (place.isData) return { ...place, depth, isText: false }
  if (place.isNamed) return { ...place, depth, isNamed: false }
  const isExtension = key.startsWith('x-')
  const isExamples = key === 'examples' && isMap(value)
  const isData = isExtension || (dataKeys.has(key) && !isExamples)
  return {
    depth,
    isData,
    isText: textKeys.has(key) || ((isData || isExamples) && !isExtension && place.isText),
    isNamed: isExamples || (nameKeys.has(key) && isMap(value)),
  }
}

/** Whether the schema that a mapping is, or has under `schema`, allows only strings. */
function saysText(node: YAMLMap): boolean {
  const schema = node.get('schema', true) as unknown
  const type = node.get('type', true) ?? (isMap(schema) ? schema.get('type', true) : undefined)
  const names = isSeq(type)
    ? type.items.map((one) => (isScalar(one) ? one.value : one))
    : [isScalar(type) ? type.value : type]
  return names.includes('string') && names.every((name) => name === 'string' || name === 'null' || name === null)
}

function scalarValue(node: Scalar, { isData, isText }: Place): unknown {
  const { value, source } = node
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  const written = source ?? String(value)
  if (isText && isPlain(node)) return written
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return written
    return isData || String(value) === written ? value : written
  }
  return typeof value === 'boolean' ? value : written
}
