import { isDeepStrictEqual } from 'node:util'
import { type ApiDoc, readApiDoc } from '#shared/api-doc/api-doc.ts'
import { compareDescriptions } from '#shared/api-doc/diff/compare-descriptions.ts'
import { apiDocMarkdown } from '#shared/api-doc/export-markdown.ts'
import { Linter, type LintResult } from '#shared/api-doc/lint/lint.ts'
import { lintDescription } from '#shared/api-doc/lint/lint-description.ts'
import { lintSettings } from '#shared/api-doc/lint/rules.ts'
import { mapFields, pathMethods } from '#shared/api-doc/openapi/fields.ts'
import { upgradeOpenApi } from '#shared/api-doc/openapi/upgrade.ts'
import { type FieldContent, planOpen } from '#shared/api-doc/reading/field.ts'
import { readOperation } from '#shared/api-doc/reading/read-operation.ts'
import type { Reading, ReadingMedia } from '#shared/api-doc/reading/reading.ts'
import { curlSample, referenceMarkdown, referencePage } from '#shared/api-doc/reference.ts'
import { bodyOf, responsesOf } from '#shared/api-doc/schema/operation-parts.ts'
import { type SchemaFile, schemaFile } from '#shared/api-doc/schema/resolve.ts'
import { sampleOf } from '#shared/api-doc/schema/sample.ts'
import { validateValue } from '#shared/api-doc/schema/validate.ts'
import { toObject, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { Heads, unpacked } from '#src/features/export/openapi/heads.ts'
import { importedOperation } from '#src/features/export/openapi/page-operation.ts'
import type { ApiPage } from '#src/features/export/worker-message.ts'
import { readOpenApiRoot } from '#src/features/import/api/read-description.ts'
import { readImport } from '#src/features/import/plan.ts'
import { frameOf, imported, pagesOf, written } from './written.ts'

/** A fault that was found in how a description is read or written. */
export interface Finding {
  /** What was done: `out`, `again`, `page`. */
  step: string
  text: string
}

/** Whether a finding is a fault: not what the import says to a person, nor a value of a schema that allows none. */
export const isFault = ({ step }: Pick<Finding, 'step'>): boolean => step !== 'note' && step !== 'sample'

/** What was found about one description. */
export interface Examined {
  findings: Finding[]
  operations: number
  pages: number
  /** How much of a processor each step took, whatever else the machine did meanwhile. */
  ms: Map<string, number>
  /** The most memory in use at the end of a step. */
  heapBytes: number
}

/** Names every value of the input that the output lacks or has otherwise. */
export function missingIn(input: unknown, output: unknown, path = '#'): string[] {
  if (Array.isArray(input)) {
    if (!Array.isArray(output) || output.length !== input.length)
      return [`${path}: ${JSON.stringify(output)?.slice(0, 200)}`]
    return input.flatMap((one, at) => missingIn(one, output[at], `${path}/${at}`))
  }
  const object = toObject(input)
  if (!object) return Object.is(input, output) ? [] : [`${path}: ${JSON.stringify(input)} is ${JSON.stringify(output)}`]
  const found = toObject(output)
  if (!found) return [`${path}: missing`]
  return Object.entries(object).flatMap(([key, value]) =>
    Object.hasOwn(found, key) ? missingIn(value, found[key], `${path}/${key}`) : [`${path}/${key}: missing`],
  )
}

/** Returns the pages of a description, in a form that can be compared. */
export const contentsOf = (value: unknown): string[] =>
  pagesOf(imported(value))
    .map(({ title, folders, text }) => JSON.stringify({ title, folders, text }))
    .sort()

/** Keywords of Swagger 2 that OpenAPI 3 expresses with other words. */
const replaced = new Set([
  'swagger',
  'openapi',
  'host',
  'basePath',
  'schemes',
  'in',
  'type',
  'format',
  'collectionFormat',
  'flow',
  '$ref',
])

/** Adds the texts and numbers in a value, and the names of its fields. */
function addLeaves(value: unknown, into: Set<unknown>, withNames: boolean): void {
  if (Array.isArray(value)) for (const one of value) addLeaves(one, into, withNames)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      // a field of a form is a parameter with a name in Swagger 2
      if (withNames) into.add(key)
      if (replaced.has(key) && (typeof one === 'string' || Array.isArray(one))) continue
      addLeaves(one, into, withNames)
    }
  else if (typeof value === 'string' || typeof value === 'number') into.add(value)
}

/** Returns the texts and numbers of an input that stand nowhere in its output: what even the upgrade has lost. */
export function lostLeaves(input: unknown, output: unknown): unknown[] {
  const [given, found] = [new Set<unknown>(), new Set<unknown>()]
  addLeaves(input, given, false)
  addLeaves(output, found, true)
  // a number that a reader of YAML keeps in its notation is a number in a limit
  return [...given].filter((one) => !found.has(one) && !found.has(Number(one)))
}

const mediaOf = ({ body, responses, callbacks }: Reading): ReadingMedia[] => [
  ...(body?.media ?? []),
  ...responses.flatMap(({ media }) => media),
  ...callbacks.flatMap(({ media }) => media),
]

/** Opens what the screen of a page opens at first. */
function openReading(reading: Reading): void {
  const open = (content: FieldContent) => planOpen(content, 'a', 200)
  for (const { fields } of reading.parameters) open({ fields, alternatives: [] })
  for (const { headers } of reading.responses) open({ fields: headers, alternatives: [] })
  for (const { schema } of mediaOf(reading)) if (schema) open(schema.open())
}

/** Makes the values that Try it and the mock show, and checks them. */
function sampleAll(operation: UnknownObject, file: SchemaFile, found: (text: string) => void): void {
  const check = (schema: unknown, direction: 'request' | 'response', place: string) => {
    if (schema === undefined) return
    for (const seed of [undefined, 7]) {
      const value = sampleOf(schema, file, { direction, seed })
      const [problem] = validateValue(schema, value, file, { direction, steps: 20_000, problems: 1 })
      if (problem) found(`${place}: ${problem.text} at ${problem.path} ${JSON.stringify(problem.values)}`)
    }
  }
  for (const { type, schema } of bodyOf(operation, file)?.media ?? []) check(schema, 'request', type)
  for (const { status, media } of responsesOf(operation, file))
    for (const { type, schema } of media) check(schema, 'response', `${status} ${type}`)
}

/** Renders the text of a page in every form that has one. */
function renderPage(doc: ApiDoc): void {
  curlSample(doc, {})
  apiDocMarkdown(doc, 'zh')
  referenceMarkdown(doc, 'en', {})
  referencePage(doc, 'zh', {})
}

/** Reads each page as its screen, Try it, the mock and the check of the style do. */
function readPages(
  pages: readonly ApiPage[],
  { head, whole }: Record<'head' | 'whole', UnknownObject>,
  heads: Heads,
  add: (finding: Finding) => void,
): number {
  const linter = new Linter(lintSettings())
  const file = schemaFile(head)
  let operations = 0
  for (const page of pages) {
    const doc = readApiDoc(page.text)
    if (!doc) continue
    const attempt = (step: string, run: () => void) => {
      try {
        run()
      } catch (error) {
        add({ step, text: `${page.title}: ${errorText(error)}` })
      }
    }
    attempt('text', () => renderPage(doc))
    const description = page.imported?.description ?? ''
    const imported = importedOperation(page, doc, heads.resolveIn(description))
    if (!imported) {
      add({ step: 'page', text: `${page.title}: no source` })
      continue
    }
    operations += 1
    const { path, method, around, operation, hasAllParameters, kind } = imported
    const source = { of: '', path, method, around, operation, hasAllParameters, root: head, notes: '' }
    attempt('page', () => openReading(readOperation(source, doc, {})))
    attempt('sample', () =>
      sampleAll(operation, file, (text) => add({ step: 'sample', text: `${method} ${path} ${text}` })),
    )
    attempt('lint', () => linter.add({ key: page.title, kind, method, path, around, operation, root: head, file }))
  }
  // a page leads wherever its description leads
  const broken = (result: LintResult) =>
    new Set(result.findings.filter(({ rule }) => rule === 'reference-broken').map(({ values }) => values['ref']))
  const found = broken(linter.finish())
  const known = broken(lintDescription(whole, lintSettings()))
  for (const ref of found) if (!known.has(ref)) add({ step: 'refs', text: String(ref) })
  return operations
}

const errorText = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message.slice(0, 300)} ${(error.stack ?? '').split('\n').slice(1, 3).join(' ').trim()}`
    : String(error)

/**
 * Imports a description, exports it, and compares: nothing may be missing, nothing added, and its pages come again. Each
 * page is read as its screens read it. Everything that is not as it should be is returned, exceptions too.
 *
 * @param yamlBytes how large a description may be to be written as YAML too
 */
export function examine(
  file: { name: string; bytes: Uint8Array },
  { yamlBytes }: { yamlBytes: number } = { yamlBytes: Number.POSITIVE_INFINITY },
): Examined {
  const findings: Finding[] = []
  const ms = new Map<string, number>()
  const examined: Examined = { findings, operations: 0, pages: 0, ms, heapBytes: 0 }
  const add = (step: string, ...texts: string[]) => {
    for (const text of texts) findings.push({ step, text })
  }
  const timed = <T>(step: string, run: () => T): T | undefined => {
    const began = process.threadCpuUsage()
    try {
      return run()
    } catch (error) {
      add(step, errorText(error))
      return undefined
    } finally {
      const { user, system } = process.threadCpuUsage(began)
      ms.set(step, (user + system) / 1000)
      examined.heapBytes = Math.max(examined.heapBytes, process.memoryUsage().heapUsed)
    }
  }
  const root = timed('read', () => readOpenApiRoot(file))
  if (!root) {
    if (findings.length === 0) add('read', 'not a description')
    return examined
  }
  const plan = timed('import', () => readImport(file))
  const present = timed('upgrade', () => upgradeOpenApi(root))
  if (!plan || !present) return examined
  add('note', ...plan.notes.map(({ name, reason }) => `${reason} ${name}`))
  add('note', ...plan.skipped.map(({ name, reason }) => `skipped ${reason} ${name}`))
  const pages = pagesOf(plan)
  examined.pages = pages.length
  const out = timed('out', () => written(frameOf(plan), pages))
  if (out) {
    const { value, notes, text } = out
    add('missing', ...missingIn(present, value))
    add('added', ...missingIn(value, present))
    add('lost', ...lostLeaves(root, value).map((one) => JSON.stringify(one)))
    add('out', ...notes.map(({ reason, detail }) => `${reason} ${detail}`))
    timed('again', () => {
      const [wanted, found] = [contentsOf(inWrittenOrder(present)), contentsOf(text)]
      if (wanted.length !== found.length) add('again', `${found.length} pages instead of ${wanted.length}`)
      const other = wanted.findIndex((one, at) => one !== found[at])
      if (other >= 0) add('again', `${differenceOf(wanted[other], found[other])}`)
    })
    timed('diff', () => {
      const today = '2026-01-01'
      add(
        'diff',
        ...compareDescriptions({ old: root, now: value }, { today }).map(({ kind, path }) => `${kind} ${path}`),
      )
    })
    if (text.length <= yamlBytes)
      timed('yaml', () => {
        const yaml = written(frameOf(plan, { kind: 'openapi-yaml' }), pages)
        if (!isDeepStrictEqual(yaml.value, value)) add('yaml', ...missingIn(value, yaml.value))
      })
  }
  timed('pages', () => {
    const heads = new Heads(frameOf(plan).heads)
    const [head] = plan.descriptions ?? []
    examined.operations = readPages(
      pages,
      { head: head ? unpacked<UnknownObject>(head.head) : {}, whole: present },
      heads,
      (one) => findings.push(one),
    )
  })
  return examined
}

/** Returns a description with the methods of each path in the order in which an export writes them. */
function inWrittenOrder(root: UnknownObject): UnknownObject {
  const methods = new Set<string>(pathMethods)
  const ordered = (item: unknown): unknown => {
    const object = toObject(item)
    if (!object) return item
    const rest = Object.entries(object).filter(([key]) => !methods.has(key))
    const known = pathMethods
      .filter((method) => Object.hasOwn(object, method))
      .map((method) => [method, object[method]])
    return Object.fromEntries([...rest, ...known])
  }
  return mapFields(root, (value, key) =>
    (key === 'paths' || key === 'webhooks') && toObject(value) ? mapFields(toObject(value) ?? {}, ordered) : value,
  )
}

/** Returns two texts from where they part. */
function differenceOf(one = '', other = ''): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const from = Math.max(0, at - 60)
  return `${one.slice(from, at + 60)} <> ${other.slice(from, at + 60)}`
}
