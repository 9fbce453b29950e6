import { partName } from '#shared/api-doc/openapi/pointer.ts'
import { toList, toObject, toObjects, toRecord, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { runStepsMax } from '#shared/api-runs.ts'
import { callMethods } from '#shared/contract/api-call-rules.ts'
import { RunContent, type RunContentOutput } from '#shared/contract/api-run.ts'
import { readCriterion } from './criteria.ts'
import { encodeAround, parseExpression, replaceExpressions, ValueNames } from './expressions.ts'
import { extensionKey, hashOf, stepFields } from './step-parts.ts'

type Step = RunContentOutput['steps'][number]

/** Something that a document says and runs cannot do, or that a person must add; each has its text in the locale. */
export interface ArazzoNote {
  /** The step, by its title or id; empty for the whole workflow. */
  step: string
  text:
    | 'criterion'
    | 'expression'
    | 'flow'
    | 'inputNoValue'
    | 'inputSchema'
    | 'output'
    | 'replacement'
    | 'noPage'
    | 'environment'
    | 'nestedCriteria'
    | 'notStored'
    | 'checkOnlyHere'
    | 'noOperation'
    | 'secretLeftOut'
    | 'fileLeftOut'
    | 'noSteps'
    | 'outputGone'
    | 'schedule'
  values: Record<string, string | number>
}

/** Why a workflow cannot become a run; each has its text in the locale. */
interface ArazzoProblem {
  text:
    | 'circular'
    | 'workflowUnknown'
    | 'otherDocument'
    | 'operationUnknown'
    | 'operationMissing'
    | 'operationPath'
    | 'method'
    | 'tooManySteps'
    | 'noSteps'
    | 'sameStep'
    | 'notValid'
  values: Record<string, string | number>
}

/** The operations of the item that a document refers to. */
interface OperationLookup {
  byId: (operationId: string) => { page_id: number; method: string; path: string } | undefined
  /** Returns the page with this address; 0 for none. `method` is in lower case. */
  byAddress: (method: string, path: string) => number
  hasPage: (page_id: number) => boolean
}

/** What an item has that a document may name. */
export interface ArazzoTarget {
  operations: OperationLookup
  environments: readonly { env_id: number; env_name: string }[]
}

/** A workflow of a document, as a run or with the reason why it cannot be one. */
interface ReadWorkflow {
  workflow_id: string
  run_name: string
  run: RunContentOutput | undefined
  problem: ArazzoProblem | undefined
  notes: ArazzoNote[]
}

class Rejected extends Error {
  readonly problem: ArazzoProblem

  constructor(text: ArazzoProblem['text'], values: ArazzoProblem['values'] = {}) {
    super(text)
    this.problem = { text, values }
  }
}

/** Returns what stands for a value in a step at a position; undefined when it has none yet. */
type Resolve = (position: number) => string | undefined

interface Input {
  resolve: Resolve
  /** Whether it stays a text in JSON, whatever it looks like. */
  isText: boolean
}

/** What the expressions of one workflow can name. */
interface Scope {
  inputs: Map<string, Input>
  steps: Map<string, Map<string, Resolve>>
}

/** What runs do not know and an export writes again. */
interface Unknown {
  workflow: UnknownObject
  steps: Record<string, UnknownObject>
}

const workflowKeys = new Set(['workflowId', 'summary', 'inputs', 'steps', 'dependsOn', 'parameters', extensionKey])
const stepKeys = new Set([
  'stepId',
  'description',
  'operationId',
  'operationPath',
  'workflowId',
  'parameters',
  'requestBody',
  'successCriteria',
  'outputs',
  'onSuccess',
  'onFailure',
  extensionKey,
])

const without = (object: UnknownObject, keys: ReadonlySet<string>): UnknownObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))

const unknownMax = 20_000
// Workflows that call workflows: a document of a few lines must not become work without end.
const callsMost = 200

const jsonText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Returns the workflows of an Arazzo document as runs. */
export function readWorkflows(document: UnknownObject, target: ArazzoTarget): ReadWorkflow[] {
  return toObjects(document['workflows']).map((workflow) => {
    const workflow_id = toText(workflow['workflowId'])
    const run_name = (toText(workflow['summary']) || workflow_id || '–').replaceAll(/\s+/g, ' ').trim().slice(0, 100)
    const reader = new WorkflowReader(document, target)
    try {
      const run = reader.read(workflow, run_name)
      return { workflow_id, run_name, run, problem: undefined, notes: reader.notes }
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      return { workflow_id, run_name, run: undefined, problem: error.problem, notes: [] }
    }
  })
}

class WorkflowReader {
  readonly notes: ArazzoNote[] = []
  readonly #document: UnknownObject
  readonly #target: ArazzoTarget
  readonly #names = new ValueNames()
  readonly #steps: Step[] = []
  /** The extension of each step of the workflow itself. */
  readonly #extensions = new Map<number, UnknownObject>()
  readonly #inputs: { id: number; value: string }[] = []
  readonly #inputOf = new Map<string, Input>()
  readonly #outputsOf = new Map<string, Map<string, Resolve>>()
  readonly #unknown: Unknown = { workflow: {}, steps: {} }
  readonly #outputIds: { step: number; at: number; id: number }[] = []
  #calls = 0
  /** Whether the workflow has only the inputs that it declares. */
  #isClosed = false

  constructor(document: UnknownObject, target: ArazzoTarget) {
    this.#document = document
    this.#target = target
  }

  /** @throws {Rejected} */
  read(workflow: UnknownObject, run_name: string): RunContentOutput {
    this.#compile(workflow, this.#inputsOf(workflow), [], true)
    const steps = JSON.parse(this.#names.name(JSON.stringify(this.#steps))) as Step[]
    for (const { step, at, id } of this.#outputIds) {
      const output = steps[step]?.outputs[at]
      if (output) output.name = this.#names.nameOf(id)
    }
    for (const [at, extension] of this.#extensions) this.#restore(steps, at, extension)
    const own = toRecord(workflow[extensionKey])
    const stored = JSON.stringify(this.#unknown)
    const isStored = stored.length <= unknownMax
    if (!isStored) this.#note('', 'notStored')
    const hasUnknown = Object.keys(this.#unknown.workflow).length + Object.keys(this.#unknown.steps).length > 0
    const parsed = RunContent.safeParse({
      run_name,
      env_id: this.#environment(toText(own['environment'])),
      inputs: this.#inputs.map(({ id, value }) => ({ name: this.#names.nameOf(id), value })),
      steps,
      ...(own['schedule'] !== undefined && { schedule: own['schedule'] }),
      ...(own['every_minutes'] !== undefined && { every_minutes: own['every_minutes'] }),
      ...(own['daily_time'] !== undefined && { daily_time: own['daily_time'] }),
      arazzo: hasUnknown && isStored ? stored : '',
    })
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const at = issue?.path[0] === 'steps' ? Number(issue.path[1]) : -1
    throw new Rejected('notValid', {
      step: steps[at]?.step_id ?? '',
      part: (issue?.path ?? []).slice(at < 0 ? 0 : 2).join('.'),
    })
  }

  #note(step: string, text: ArazzoNote['text'], values: ArazzoNote['values'] = {}): void {
    const isKnown = this.notes.some(
      (one) => one.step === step && one.text === text && JSON.stringify(one.values) === JSON.stringify(values),
    )
    if (!isKnown && this.notes.length < 200) this.notes.push({ step, text, values })
  }

  #environment(name: string): number {
    if (name === '') return 0
    const found = this.#target.environments.find(({ env_name }) => env_name === name)
    if (!found) this.#note('', 'environment', { name })
    return found?.env_id ?? 0
  }

  /** Puts back what Arazzo has no words for, where the document still says what it said when it was written. */
  #restore(steps: Step[], at: number, extension: UnknownObject): void {
    const step = steps[at]
    if (!step) return
    const fields = toRecord(extension['fields'])
    for (const field of stepFields) {
      const stored = toObject(fields[field])
      if (!stored || stored['of'] !== hashOf(step[field])) continue
      if (field === 'page_id' && !this.#target.operations.hasPage(Number(stored['is'])) && stored['is'] !== 0) continue
      this.#forget(step, field)
      if (field === 'step_id') this.#rename(step.step_id, toText(stored['is']))
      Object.assign(step, { [field]: stored['is'] })
    }
  }

  #rename(from: string, to: string): void {
    const { [from]: own, ...others } = this.#unknown.steps
    if (own) this.#unknown.steps = { ...others, [to]: own }
  }

  /** Forgets what was not understood of a part that its extension has brought back whole. */
  #forget({ step_id }: Step, field: string): void {
    const [part, text] =
      field === 'checks' ? ['successCriteria', 'criterion'] : field === 'outputs' ? ['outputs', 'output'] : []
    if (part === undefined) return
    const { [part]: _, ...left } = this.#unknown.steps[step_id] ?? {}
    if (Object.keys(left).length > 0) this.#unknown.steps[step_id] = left
    else delete this.#unknown.steps[step_id]
    const stays = this.notes.filter((note) => note.step !== step_id || note.text !== text)
    this.notes.splice(0, this.notes.length, ...stays)
  }

  #component(kind: string, reference: string): UnknownObject | undefined {
    const [, name] =
      new RegExp(String.raw`^(?:\$components\.${kind}\.|#/components/${kind}/)([^\s{}]+)$`).exec(reference) ?? []
    const components = toRecord(toRecord(this.#document['components'])[kind])
    return name !== undefined && Object.hasOwn(components, name) ? toObject(components[name]) : undefined
  }

  /** Returns the objects of a list with its references followed. */
  #listed(value: unknown, kind: string, step: string): UnknownObject[] {
    return toObjects(value).flatMap((one) => {
      const reference = toText(one['reference'])
      if (reference === '') return [one]
      const found = this.#component(kind, reference)
      if (!found) this.#note(step, 'expression', { expression: reference })
      return found ? [{ ...found, ...(one['value'] !== undefined && { value: one['value'] }) }] : []
    })
  }

  /** Returns the inputs of a workflow as variables that the run begins with. */
  #inputsOf(workflow: UnknownObject): Map<string, Input> {
    const given = toRecord(workflow['inputs'])
    const reference = toText(given['$ref'])
    const schema = reference === '' ? given : toRecord(this.#component('inputs', reference))
    if (Object.keys(given).length > 0 && toObject(schema['properties']) === undefined) this.#note('', 'inputSchema')
    const missing: string[] = []
    this.#isClosed ||= schema['additionalProperties'] === false
    for (const [name, property] of Object.entries(toRecord(schema['properties']))) {
      if (this.#inputOf.has(name)) continue
      const { default: preset, type, ...more } = toRecord(property)
      const isOfEnvironment = toRecord(more[extensionKey])['environment'] === true
      const isSecret = toRecord(more[extensionKey])['secret'] === true
      const id = this.#names.define(name, -1, isOfEnvironment)
      const isText = type === 'string' || type === undefined
      this.#inputOf.set(name, { resolve: (position) => this.#names.use(id, position), isText })
      if (isOfEnvironment) continue
      this.#inputs.push({ id, value: preset === undefined ? '' : jsonText(preset) })
      if (preset === undefined || isSecret) missing.push(name)
    }
    if (missing.length > 0) this.#note('', 'inputNoValue', { names: missing.join(', ') })
    if (schema['required'] !== undefined || Object.values(toRecord(schema['properties'])).some(hasMore))
      this.#unknown.workflow['inputs'] ??= schema
    return this.#inputOf
  }

  #workflow(id: string): UnknownObject {
    if (id.startsWith('$sourceDescriptions.')) throw new Rejected('otherDocument', { workflow: id })
    const found = toObjects(this.#document['workflows']).find((one) => toText(one['workflowId']) === id)
    if (!found) throw new Rejected('workflowUnknown', { workflow: id })
    return found
  }

  /** Adds the steps of a workflow and returns its outputs. @throws {Rejected} */
  #compile(
    workflow: UnknownObject,
    inputs: Map<string, Input>,
    stack: readonly string[],
    isOwn: boolean,
  ): Map<string, Resolve> {
    const id = toText(workflow['workflowId'])
    if (stack.includes(id))
      throw new Rejected('circular', { workflows: [...stack.slice(stack.indexOf(id)), id].join(' → ') })
    this.#calls += 1
    if (this.#calls > callsMost) throw new Rejected('tooManySteps', { most: runStepsMax })
    const below = [...stack, id]
    for (const before of toList(workflow['dependsOn']).map(toText)) {
      if (this.#outputsOf.has(before)) continue
      const needed = this.#workflow(before)
      const outputs = this.#compile(needed, this.#inputsOf(needed), below, false)
      this.#outputsOf.set(before, outputs)
    }
    const scope: Scope = { inputs, steps: new Map() }
    const steps = toObjects(workflow['steps'])
    if (steps.length === 0) throw new Rejected('noSteps', { workflow: id })
    for (const [at, step] of steps.entries()) {
      const step_id = toText(step['stepId'])
      if (scope.steps.has(step_id)) throw new Rejected('sameStep', { step: step_id })
      if (toText(step['workflowId']) !== '') scope.steps.set(step_id, this.#call(step, scope, below))
      else {
        const more = toList(workflow['parameters'])
        scope.steps.set(step_id, this.#add({ step, next: steps[at + 1], more, scope, isOwn }))
      }
    }
    for (const key of ['successActions', 'failureActions'])
      if (toList(workflow[key]).length > 0) this.#note('', 'flow', { part: key })
    if (isOwn) Object.assign(this.#unknown.workflow, this.#unknownOf(workflow))
    return new Map(
      Object.entries(toRecord(workflow['outputs'])).map(([name, expression]) => [
        name,
        (position) => this.#resolve(toText(expression), scope, position),
      ]),
    )
  }

  #unknownOf(workflow: UnknownObject): UnknownObject {
    const id = toText(workflow['workflowId'])
    const isOwnId = toText(workflow['summary']) === '' || id === ''
    return { ...without(workflow, workflowKeys), ...(!isOwnId && !isMadeId(workflow) && { workflowId: id }) }
  }

  /** Adds the steps of a workflow that a step calls. */
  #call(step: UnknownObject, scope: Scope, stack: readonly string[]): Map<string, Resolve> {
    const step_id = toText(step['stepId'])
    const called = this.#workflow(toText(step['workflowId']))
    const inputs = new Map<string, Input>()
    const schema = toRecord(called['inputs'])
    for (const [name, property] of Object.entries(toRecord(schema['properties']))) {
      const preset = toRecord(property)['default']
      const isText = toRecord(property)['type'] === 'string' || toRecord(property)['type'] === undefined
      inputs.set(name, { resolve: () => (preset === undefined ? '' : jsonText(preset)), isText })
    }
    for (const { name, value } of this.#listed(step['parameters'], 'parameters', step_id)) {
      const isText = inputs.get(toText(name))?.isText ?? true
      inputs.set(toText(name), { isText, resolve: (position) => this.#template(value, scope, position, step_id) })
    }
    const outputs = this.#compile(called, inputs, stack, false)
    if (toList(step['successCriteria']).length > 0) this.#note(step_id, 'nestedCriteria')
    this.#flow(step, undefined, step_id)
    const declared = Object.entries(toRecord(step['outputs'])).map(([name, expression]): [string, Resolve] => {
      const [, output = ''] = /^\$outputs\.(.+)$/.exec(toText(expression)) ?? []
      return [name, outputs.get(output) ?? ((position) => this.#resolve(toText(expression), scope, position))]
    })
    return new Map([...outputs, ...declared])
  }

  #operation(step: UnknownObject): { page_id: number; method: Step['method']; path: string } {
    const step_id = toText(step['stepId'])
    const found = this.#found(step, step_id)
    const method = callMethods.find((one) => one === found.method.toUpperCase())
    if (!method) throw new Rejected('method', { method: found.method, step: step_id })
    return { ...found, method }
  }

  #found(step: UnknownObject, step_id: string): { page_id: number; method: string; path: string } {
    const { operations } = this.#target
    const named = toText(step['operationId'])
    if (named !== '') {
      const id = named.replace(/^\$sourceDescriptions\.[\w-]+\./, '')
      return operations.byId(id) ?? reject('operationUnknown', { operation: id, step: step_id })
    }
    const given = toText(step['operationPath'])
    if (given === '') throw new Rejected('operationMissing', { step: step_id })
    const [, path, method] = /#\/paths\/([^/\s]+)\/([a-z]+)$/.exec(given) ?? []
    if (path === undefined || method === undefined)
      throw new Rejected('operationPath', { operation: given, step: step_id })
    const address = partName(path)
    const page_id = operations.byAddress(method, address)
    if (page_id === 0) this.#note(step_id, 'noPage', { operation: `${method.toUpperCase()} ${address}` })
    return { page_id, method, path: address }
  }

  /** Adds a step that sends a request, and returns its outputs. @throws {Rejected} */
  #add(given: {
    step: UnknownObject
    next: UnknownObject | undefined
    more: readonly unknown[]
    scope: Scope
    isOwn: boolean
  }): Map<string, Resolve> {
    const { step, next, more, scope, isOwn } = given
    if (this.#steps.length >= runStepsMax) throw new Rejected('tooManySteps', { most: runStepsMax })
    const position = this.#steps.length
    const name = toText(step['stepId'])
    const operation = this.#operation(step)
    const step_id = this.#freeId(name)
    const parameters = this.#parameters(step, more, name)
    const { body, type } = this.#body(toRecord(step['requestBody']), scope, position, name)
    const headers = this.#headers(parameters, type, body, (value) => this.#template(value, scope, position, name))
    const text = (value: unknown) => this.#template(value, scope, position, name)
    const unknown = without(step, stepKeys)
    const outputs: Step['outputs'] = []
    const results = new Map<string, Resolve>()
    const otherOutputs: UnknownObject = {}
    for (const [key, value] of Object.entries(toRecord(step['outputs']))) {
      const expression = toText(value)
      const read = parseExpression(expression)
      if (read?.kind !== 'status' && read?.kind !== 'header' && read?.kind !== 'body') {
        const resolve: Resolve = (at) => this.#resolve(expression, scope, at)
        // another name of a value that is there already
        if (resolve(position) === undefined) {
          this.#note(name, 'output', { name: key, expression })
          otherOutputs[key] = value
        } else results.set(key, resolve)
        continue
      }
      const id = this.#names.define(key, position + 0.5)
      this.#outputIds.push({ step: position, at: outputs.length, id })
      outputs.push({
        name: 'value',
        source: read.kind,
        path: read.kind === 'header' ? read.name : read.kind === 'body' ? read.path : '',
      })
      results.set(key, (at) => (this.#names.isBefore(id, at) ? this.#names.use(id, at) : undefined))
    }
    scope.steps.set(name, results)
    const { checks, others } = this.#checks(step, scope, position, name)
    const continues = this.#flow(step, next, name)
    if (isOwn) {
      const hasFlow = continues === undefined
      const left = {
        ...unknown,
        ...(Object.keys(otherOutputs).length > 0 && { outputs: otherOutputs }),
        ...(others.length > 0 && { successCriteria: others }),
        ...(hasFlow && step['onSuccess'] !== undefined && { onSuccess: step['onSuccess'] }),
        ...(hasFlow && step['onFailure'] !== undefined && { onFailure: step['onFailure'] }),
      }
      if (Object.keys(left).length > 0) this.#unknown.steps[step_id] = left
      this.#extensions.set(position, toRecord(step[extensionKey]))
    }
    this.#steps.push({
      step_id,
      title: toText(step['description']).replaceAll(/\s+/g, ' ').trim().slice(0, 200),
      page_id: operation.page_id,
      method: operation.method,
      url: urlOf(operation.path, parameters, text),
      headers,
      body,
      outputs,
      checks,
      continues: continues ?? false,
    })
    return results
  }

  #freeId(wanted: string): string {
    const id = wanted.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').slice(0, 50) || 'step'
    const taken = new Set(this.#steps.map(({ step_id }) => step_id))
    if (!taken.has(id)) return id
    let number = 2
    while (taken.has(`${id}_${number}`)) number += 1
    return `${id}_${number}`
  }

  /** Returns the parameters of a step with those of its workflow, which it may override. */
  #parameters(step: UnknownObject, more: readonly unknown[], step_id: string): UnknownObject[] {
    const own = this.#listed(step['parameters'], 'parameters', step_id)
    const inherited = this.#listed([...more], 'parameters', step_id)
    const isSame = (a: UnknownObject, b: UnknownObject) => a['name'] === b['name'] && a['in'] === b['in']
    return [...inherited.filter((one) => !own.some((other) => isSame(one, other))), ...own]
  }

  #headers(
    parameters: readonly UnknownObject[],
    type: string,
    body: Step['body'],
    text: (value: unknown) => string,
  ): Step['headers'] {
    const headers = parameters
      .filter((one) => one['in'] === 'header')
      .map((one) => ({ name: toText(one['name']), value: text(one['value']) }))
    const cookies = parameters
      .filter((one) => one['in'] === 'cookie')
      .map((one) => `${toText(one['name'])}=${text(one['value'])}`)
    const isImplied = type === 'application/json' && /^\s*[[{]/.test(body.text)
    return [
      ...(type !== '' && body.kind === 'text' && !isImplied ? [{ name: 'Content-Type', value: type }] : []),
      ...headers,
      ...(cookies.length > 0 ? [{ name: 'Cookie', value: cookies.join('; ') }] : []),
    ]
  }

  #body(given: UnknownObject, scope: Scope, position: number, step_id: string): { body: Step['body']; type: string } {
    const payload = this.#replaced(given, step_id)
    const type = toText(given['contentType']).trim()
    const media = type.split(';', 1)[0]?.toLowerCase() ?? ''
    if (payload === undefined) return { body: { kind: 'none', text: '', rows: [] }, type: '' }
    const fields = toObject(payload)
    const kind =
      media === 'application/x-www-form-urlencoded' ? 'form' : media === 'multipart/form-data' ? 'multipart' : 'text'
    if (kind !== 'text' && fields) {
      const rows = Object.entries(fields).flatMap(([name, value]) =>
        (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => ({
          name,
          value: this.#template(one, scope, position, step_id),
          file_id: 0,
        })),
      )
      return { body: { kind, text: '', rows }, type: '' }
    }
    if (typeof payload === 'string')
      return { body: { kind: 'text', text: this.#template(payload, scope, position, step_id), rows: [] }, type }
    const text = this.#json(payload, scope, position, step_id)
    return { body: { kind: 'text', text, rows: [] }, type: type || 'application/json' }
  }

  /** Returns the payload of a request with its replacements. */
  #replaced(given: UnknownObject, step_id: string): unknown {
    const replacements = toObjects(given['replacements'])
    if (replacements.length === 0) return given['payload']
    const payload = structuredClone(given['payload'])
    for (const { target, value } of replacements) {
      const parts = /^(?:\/[^/]*)+$/.test(toText(target)) ? toText(target).slice(1).split('/').map(partName) : []
      const last = parts.pop()
      let at: unknown = payload
      for (const part of parts) at = typeof at === 'object' && at !== null ? (at as UnknownObject)[part] : undefined
      if (last === undefined || typeof at !== 'object' || at === null || last === '__proto__')
        this.#note(step_id, 'replacement', { target: toText(target) })
      else (at as UnknownObject)[last] = value
    }
    return payload
  }

  /** Returns a payload as JSON in which expressions are variables: without quotes where they keep their type. */
  #json(payload: unknown, scope: Scope, position: number, step_id: string): string {
    const bare: string[] = []
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk)
      const object = toObject(value)
      if (object) return Object.fromEntries(Object.entries(object).map(([key, one]) => [key, walk(one)]))
      if (typeof value !== 'string') return value
      const read = parseExpression(value)
      const isText = read?.kind === 'input' && (scope.inputs.get(read.name)?.isText ?? true)
      const text = this.#template(value, scope, position, step_id)
      const isPlain = /^(?:\{\{[^{}]*\}\}|-?\d{1,15}(?:\.\d{1,15})?|true|false|null)$/.test(text)
      if (!read || isText || !isPlain) return text
      return `\u{E001}${bare.push(text) - 1}\u{E001}`
    }
    return JSON.stringify(walk(payload), null, 2).replaceAll(
      /"\u{E001}(\d+)\u{E001}"/gu,
      (_, at: string) => bare[Number(at)] ?? '',
    )
  }

  #checks(step: UnknownObject, scope: Scope, position: number, step_id: string) {
    const others: UnknownObject[] = []
    const checks = toObjects(step['successCriteria']).flatMap((criterion) => {
      const found = readCriterion(criterion)
      if (!found) {
        others.push(criterion)
        this.#note(step_id, 'criterion', { condition: toText(criterion['condition']).slice(0, 200) })
      }
      return (found ?? []).map((check) => ({
        ...check,
        // the outputs of the step itself are there when its checks are evaluated
        value: this.#template(check.value, scope, position + 0.9, step_id),
      }))
    })
    return { checks, others }
  }

  /**
   * Returns whether the next step runs after a failure; undefined when the actions of a step are none that runs know.
   */
  #flow(step: UnknownObject, next: UnknownObject | undefined, step_id: string): boolean | undefined {
    const success = this.#listed(step['onSuccess'], 'successActions', step_id)
    const failure = this.#listed(step['onFailure'], 'failureActions', step_id)
    const leadsOn = (one: UnknownObject | undefined) =>
      one !== undefined &&
      one['criteria'] === undefined &&
      one['type'] === 'goto' &&
      next !== undefined &&
      one['stepId'] === next['stepId']
    const ends = (one: UnknownObject | undefined) => one?.['type'] === 'end' && one['criteria'] === undefined
    const isPlainSuccess =
      success.length === 0 ||
      (success.length === 1 && (leadsOn(success[0]) || (next === undefined && ends(success[0]))))
    const isPlainFailure = failure.length === 0 || (failure.length === 1 && (leadsOn(failure[0]) || ends(failure[0])))
    if (!isPlainSuccess) this.#note(step_id, 'flow', { part: 'onSuccess' })
    if (!isPlainFailure)
      this.#note(step_id, 'flow', { part: failure.some(({ type }) => type === 'retry') ? 'retry' : 'onFailure' })
    return isPlainSuccess && isPlainFailure ? leadsOn(failure[0]) : undefined
  }

  #resolve(expression: string, scope: Scope, position: number): string | undefined {
    const read = parseExpression(expression)
    if (read?.kind === 'input') return this.#input(read.name, scope, position)
    if (read?.kind === 'step') return scope.steps.get(read.step)?.get(read.output)?.(position)
    if (read?.kind === 'workflow') return this.#outputsOf.get(read.workflow)?.get(read.output)?.(position)
    return undefined
  }

  #input(name: string, scope: Scope, position: number): string | undefined {
    const known = scope.inputs.get(name)
    if (known || this.#isClosed || !/^[\p{L}\p{N}_.-]{1,60}$/u.test(name)) return known?.resolve(position)
    // used, but not declared: a person must give it a value
    const id = this.#names.define(name, -1)
    const input: Input = { resolve: (at) => this.#names.use(id, at), isText: true }
    scope.inputs.set(name, input)
    this.#inputs.push({ id, value: '' })
    this.#note('', 'inputNoValue', { names: name })
    return input.resolve(position)
  }

  /** Returns a value as a text of a run, its expressions as variables. */
  #template(value: unknown, scope: Scope, position: number, step_id: string): string {
    if (typeof value !== 'string') return value === undefined || value === null ? '' : jsonText(value)
    return replaceExpressions(value, (expression) => {
      const found = this.#resolve(expression, scope, position)
      if (found === undefined) this.#note(step_id, 'expression', { expression })
      return found ?? expression
    })
  }
}

const reject = (text: ArazzoProblem['text'], values: ArazzoProblem['values']): never => {
  throw new Rejected(text, values)
}

const hasMore = (property: unknown): boolean =>
  Object.keys(toRecord(property)).some((key) => !['type', 'default', extensionKey].includes(key))

/** Returns the id that an export gives a workflow of this name. */
export const workflowIdOf = (name: string, taken: ReadonlySet<string>): string => {
  const base =
    name
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'workflow'
  let id = base
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`
  return id
}

const isMadeId = (workflow: UnknownObject): boolean =>
  new RegExp(`^${workflowIdOf(toText(workflow['summary']), new Set())}(?:-\\d+)?$`).test(toText(workflow['workflowId']))

/** Returns the URL of a step: the path with its parameters, then the query. */
function urlOf(path: string, parameters: readonly UnknownObject[], text: (value: unknown) => string): string {
  const valueOf = (name: string) => parameters.find((one) => one['in'] === 'path' && one['name'] === name)?.['value']
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = valueOf(name)
    // without a value it is a variable of its name, as for a page
    return value === undefined ? `{{${name.trim().replaceAll(/[^\p{L}\p{N}_.-]/gu, '_')}}}` : encodeAround(text(value))
  })
  const query = parameters
    .filter((one) => one['in'] === 'query')
    .flatMap((one) =>
      (Array.isArray(one['value']) ? (one['value'] as unknown[]) : [one['value']]).map(
        (value) => `${encodeURIComponent(toText(one['name']))}=${encodeAround(text(value))}`,
      ),
    )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}
