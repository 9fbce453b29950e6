import { partName } from '../openapi/pointer.ts'
import { bodyOf, examplesOf, isJsonType, type MediaPart, parametersOf, responsesOf } from '../schema/operation-parts.ts'
import type { SchemaFile } from '../schema/resolve.ts'
import { type SchemaProblem, validateValue } from '../schema/validate.ts'
import { objectFields, toList, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { type LintLevel, type LintRule, type LintSettings, lintPoints } from './rules.ts'

/** An operation to check. */
export interface LintOperation {
  /** Identifies it in the findings. */
  key: string
  kind: 'paths' | 'webhooks'
  /** Lower case. */
  method: string
  path: string
  around: UnknownObject
  operation: UnknownObject
  /** The description that it belongs to; operations of one description share the object. */
  root: UnknownObject
  file: SchemaFile
  /** Where a page shows an example although its description has none: `request`, or a status. */
  shownExamples?: ReadonlySet<string>
}

/** What a fix writes on a page. */
type LintFix = 'responseExample' | 'requestExample' | 'pathVariable'

/** Something to improve. */
export interface LintFinding {
  rule: LintRule
  level: Exclude<LintLevel, 'off'>
  /** The operation; empty for the whole description. */
  key: string
  /** Where in it: `query page`, `response 200`; empty for the whole operation. */
  place: string
  values: Record<string, string | number>
  /** What is wrong with an example. */
  problem?: SchemaProblem
  /** How it can be mended without a person's words. */
  fix?: LintFix
}

/** The findings of a description, and its score. */
export interface LintResult {
  /** 0 to 100: the mean of all operations. */
  score: number
  /** The score of each operation by its key. */
  scores: Map<string, number>
  findings: LintFinding[]
  /** Whether there are more findings than are listed. */
  isCut: boolean
}

/** The most findings of one operation and in all, and of the examples and properties that are looked at. */
const limits = { operation: 50, all: 5_000, examples: 40, steps: 5_000, properties: 200, nodes: 2_000_000, models: 200 }

const isKebab = (part: string): boolean => /^(?:[a-z0-9]+(?:[-.][a-z0-9]+)*)?$/.test(part)

/** Checks operations one by one, so that a caller can pause between them. */
export class Linter {
  readonly #settings: LintSettings
  readonly #findings: LintFinding[] = []
  readonly #seen = new Map<string, LintOperation[]>()
  readonly #ids = new Map<string, LintOperation[]>()
  readonly #roots = new Map<UnknownObject, Set<string>>()
  readonly #operations: LintOperation[] = []
  #nodes = 0
  #isCut = false

  constructor(settings: LintSettings) {
    this.#settings = settings
  }

  /** Checks an operation. */
  add(one: LintOperation): void {
    this.#operations.push(one)
    const { method, path, kind, operation, around, root, key } = one
    const found: LintFinding[] = []
    const report = (rule: LintRule, place = '', more: Partial<LintFinding> = {}): void => {
      const level = this.#settings[rule]
      if (level === 'off') return
      if (found.length >= limits.operation) this.#isCut = true
      else found.push({ rule, level, key, place, values: {}, ...more })
    }
    const is = (rule: LintRule) => this.#settings[rule] !== 'off'
    if (kind === 'paths') {
      const address = `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`
      this.#note(this.#seen, address, one)
      checkPath(path, report)
    }
    const id = toText(operation['operationId'])
    if (id === '') report('operation-id')
    else this.#note(this.#ids, id, one)
    if (toText(operation['summary']).trim() === '' && toText(around['summary']).trim() === '')
      report('operation-summary')
    if (toText(operation['description']).trim() === '' && toText(around['description']).trim() === '')
      report('operation-description')
    this.#parameters(one, report)
    this.#request(one, report)
    this.#responses(one, report)
    if (is('reference-broken') || is('model-unused')) this.#references(one, report)
    if (!this.#roots.has(root)) this.#roots.set(root, new Set())
    this.#findings.push(...found)
  }

  /** Checks what concerns all operations together, and returns everything that was found. */
  finish(): LintResult {
    this.#repeated('operation-address-unique', this.#seen)
    this.#repeated('operation-id-unique', this.#ids)
    this.#unused()
    const scores = new Map(this.#operations.map(({ key }) => [key, 100]))
    const counted = new Set<string>()
    let whole = 0
    for (const { rule, level, key } of this.#findings) {
      const once = `${key} ${rule}`
      if (counted.has(once)) continue
      counted.add(once)
      const before = scores.get(key)
      if (before === undefined) whole += lintPoints[level]
      else scores.set(key, Math.max(0, before - lintPoints[level]))
    }
    const all = [...scores.values()]
    const mean = all.length === 0 ? 100 : all.reduce((sum, one) => sum + one, 0) / all.length
    // 100 means that nothing was found
    const score = Math.max(0, Math.floor(mean - whole))
    const isCut = this.#isCut || this.#findings.length > limits.all
    return { score, scores, findings: this.#findings.slice(0, limits.all), isCut }
  }

  #note(known: Map<string, LintOperation[]>, name: string, one: LintOperation): void {
    const list = known.get(name)
    if (list) list.push(one)
    else known.set(name, [one])
  }

  #repeated(rule: 'operation-address-unique' | 'operation-id-unique', known: Map<string, LintOperation[]>): void {
    const level = this.#settings[rule]
    if (level === 'off') return
    for (const [name, list] of known) {
      // the pages of one imported operation are one operation
      const different = new Set(
        list.map(({ operation, path, method }) => `${method} ${path} ${toText(operation['operationId'])}`),
      )
      const isRepeated = rule === 'operation-address-unique' ? list.length > 1 : different.size > 1
      if (!isRepeated) continue
      for (const { key } of list.slice(0, limits.operation))
        this.#findings.push({
          rule,
          level,
          key,
          place: '',
          values: { name: rule === 'operation-id-unique' ? name : '', count: list.length, first: list[0]?.key ?? '' },
        })
    }
  }

  #parameters({ around, operation, path, kind, file }: LintOperation, report: Report): void {
    const parameters = parametersOf(around, operation, file)
    const inPath = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
    for (const { name, in: place, parameter, schema } of parameters.slice(0, limits.properties)) {
      const where = `${place} ${name}`
      if (toText(parameter['description']).trim() === '' && !this.#isDescribed(schema, file))
        report('parameter-description', where)
      this.#examples({ schema, examples: examplesOf(parameter, file) }, file, 'request', where, report)
      if (place === 'path' && kind === 'paths' && !inPath.has(name))
        report('path-parameter-declared', where, { values: { name, isExtra: 1 } })
    }
    const declared = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name))
    if (kind === 'paths')
      for (const name of inPath)
        if (!declared.has(name))
          report('path-parameter-declared', `path ${name}`, { values: { name, isExtra: 0 }, fix: 'pathVariable' })
  }

  #isDescribed(schema: unknown, file: SchemaFile): boolean {
    return toText(file.follow(schema)?.value['description']).trim() !== ''
  }

  #request({ method, operation, file, shownExamples }: LintOperation, report: Report): void {
    const body = bodyOf(operation, file)
    if (!body) return
    if (/^(?:get|head)$/.test(method)) report('get-without-body', 'request')
    for (const media of body.media) {
      this.#examples(media, file, 'request', `request ${media.type}`, report)
      this.#properties(media.schema, file, 'request', report)
    }
    const json = body.media.find(({ type }) => isJsonType(type))
    if (json && !hasExample(json, file) && !shownExamples?.has('request'))
      report('request-example', 'request', json.schema === undefined ? {} : { fix: 'requestExample' })
  }

  #responses({ operation, file, kind, shownExamples }: LintOperation, report: Report): void {
    const responses = responsesOf(operation, file)
    const has = (pattern: RegExp) => responses.some(({ status }) => pattern.test(status))
    if (!has(/^(?:[23]|default$)/)) report('operation-success-response')
    if (kind === 'paths' && !has(/^(?:4|default$)/)) report('operation-error-response')
    for (const { status, response, media } of responses.slice(0, limits.operation)) {
      const where = `response ${status}`
      const words = toText(response['description']).trim()
      // what an export writes where a page says nothing
      if (words === '' || words === 'OK' || words === 'Error' || words === status) report('response-description', where)
      if (/^2(?!04|05)/.test(status) && media.length === 0) report('response-body-described', where)
      for (const one of media) {
        this.#examples(one, file, 'response', `${where} ${one.type}`, report)
        this.#properties(one.schema, file, where, report)
      }
      const json = media.find(({ type }) => isJsonType(type))
      if (json && !hasExample(json, file) && !shownExamples?.has(status))
        report('response-example', where, json.schema === undefined ? {} : { fix: 'responseExample' })
    }
  }

  #examples(
    { schema, examples }: Pick<MediaPart, 'schema' | 'examples'>,
    file: SchemaFile,
    direction: 'request' | 'response',
    where: string,
    report: Report,
  ): void {
    if (schema === undefined || this.#settings['example-valid'] === 'off') return
    const own = file.follow(schema)?.value
    const named: MediaPart['examples'] = [
      ...examples,
      ...(own?.['example'] === undefined ? [] : [{ name: '', value: own['example'] }]),
      ...toList(own?.['examples']).map((value) => ({ name: '', value })),
    ]
    for (const { name, value } of named.slice(0, limits.examples)) {
      const [problem] = validateValue(schema, value, file, { direction, steps: limits.steps, problems: 1 })
      if (problem) report('example-valid', where, { problem, values: { name } })
    }
  }

  #properties(schema: unknown, file: SchemaFile, where: string, report: Report): void {
    if (this.#settings['property-description'] === 'off') return
    const properties = objectFields(file.follow(schema)?.value['properties']).slice(0, limits.properties)
    for (const [name, property] of properties)
      if (toText(property['description']).trim() === '' && !this.#isDescribed(property, file))
        report('property-description', where, { values: { name } })
  }

  #references({ around, operation, root, file }: LintOperation, report: Report): void {
    const reached = this.#roots.get(root) ?? new Set<string>()
    this.#roots.set(root, reached)
    const broken = new Set<string>()
    const visit = (value: unknown): void => {
      const pending: unknown[] = [value]
      while (pending.length > 0) {
        const { refs, named } = referencesIn(pending.pop(), () => ++this.#nodes <= limits.nodes)
        for (const ref of [...refs, ...named]) {
          if (reached.has(ref)) continue
          const target = file.follow({ $ref: ref })
          if (target) {
            reached.add(ref)
            for (const one of target.refs) reached.add(one)
            pending.push(target.value)
          } else if (ref.startsWith('#/') && refs.includes(ref)) broken.add(ref)
        }
      }
    }
    visit(around)
    visit(operation)
    for (const ref of broken) report('reference-broken', '', { values: { ref: ref.slice(0, 200) } })
  }

  #unused(): void {
    const level = this.#settings['model-unused']
    if (level === 'off' || this.#nodes > limits.nodes) return
    for (const [root, reached] of this.#roots) {
      const schemas = Object.keys(toObject(toObject(root['components'])?.['schemas']) ?? {})
      const used = new Set(
        [...reached].map((ref) => /^#\/components\/schemas\/([^/]+)/.exec(ref)?.[1] ?? '').map(partName),
      )
      let count = 0
      for (const name of schemas)
        if (!used.has(name) && ++count <= limits.models)
          this.#findings.push({ rule: 'model-unused', level, key: '', place: '', values: { name: name.slice(0, 200) } })
    }
  }
}

type Report = (rule: LintRule, place?: string, more?: Partial<LintFinding>) => void

/** Returns whether a body has an example of its own, or its schema has one. */
function hasExample({ examples, schema, media }: MediaPart, file: SchemaFile): boolean {
  const own = file.follow(schema)?.value
  return (
    examples.length > 0 ||
    media['examples'] !== undefined ||
    own?.['example'] !== undefined ||
    own?.['examples'] !== undefined
  )
}

function checkPath(path: string, report: Report): void {
  if (path.length > 1 && path.endsWith('/')) report('path-trailing-slash')
  if (path.includes('?')) report('path-query')
  const bad = path.split(/[/?]/).find((part) => !isKebab(part.replaceAll(/\{[^{}]*\}/g, '')))
  if (bad !== undefined) report('path-kebab-case', '', { values: { name: bad.slice(0, 100) } })
}

/** Returns the references in a value, without following them; those of discriminators are only `named`. */
function referencesIn(value: unknown, mayGoOn: () => boolean): { refs: string[]; named: string[] } {
  const refs: string[] = []
  const named: string[] = []
  const pending: unknown[] = [value]
  while (pending.length > 0 && mayGoOn()) {
    const one = pending.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one)) {
      for (const inner of one) pending.push(inner)
      continue
    }
    for (const [key, inner] of Object.entries(one)) {
      const object = toObject(inner)
      if (key === '$ref' && typeof inner === 'string') refs.push(inner)
      else if (key === 'properties' && object) pending.push(...Object.values(object).slice(0, limits.steps))
      else if (key === 'discriminator') named.push(...Object.values(toObject(object?.['mapping']) ?? {}).map(modelRef))
      // examples are values, not schemas
      else if (key !== 'example' && key !== 'default' && key !== 'const' && key !== 'enum') pending.push(inner)
    }
  }
  return { refs, named }
}

const modelRef = (target: unknown): string => {
  const text = toText(target)
  return text.startsWith('#/') ? text : `#/components/schemas/${text}`
}
