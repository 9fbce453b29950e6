import { isDeepStrictEqual } from 'node:util'
import { escapedName } from '#shared/api-doc/openapi/pointer.ts'
import { toRecord, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { variablePattern } from '#shared/contract/api-call-rules.ts'
import type { RunContentOutput } from '#shared/contract/api-run.ts'
import { hideSecrets, isSecretName, redactedText } from '#src/features/api-call/index.ts'
import { sourceExpression, toCriterion } from './criteria.ts'
import { toTemplate } from './expressions.ts'
import { type ArazzoNote, type ArazzoTarget, readWorkflows, workflowIdOf } from './read.ts'
import { canonicalStep, extensionKey, hashOf, minified, type StepField, stepFields } from './step-parts.ts'

type Run = RunContentOutput
type Step = Run['steps'][number]

/** The operation of an API page. */
export interface PageOperationAddress {
  page_id: number
  /** Lower case. */
  method: string
  path: string
  /** The name that it has in the description; empty when only its path is certain. */
  operation_id: string
}

/** What an export needs to know of the item. */
interface ArazzoSource {
  title: string
  /** The steady address of the item's OpenAPI description. */
  url: string
  operations: readonly PageOperationAddress[]
  target: ArazzoTarget
}

const sourceName = 'api'
const version = '1.0.1'

const lastName = (path: string): string => path.split(/[./[\]'"]/).findLast(Boolean) ?? ''

const isCookie = ({ name }: { name: string }): boolean => /^cookie$/i.test(name.trim())

/** Returns cookies without the values that people have written; what is only a variable stays. */
const hideCookies = (cookies: string): string =>
  cookies.replaceAll(/(=\s*)([^;]+)/g, (whole, sign: string, value: string) =>
    new RegExp(`^\\s*${variablePattern.source}\\s*$`, 'u').test(value) ? whole : `${sign}${redactedText}`,
  )

/** Returns a run without the values whose names say that they are secret, and the names of those. */
export function withoutSecrets(run: Run): { run: Run; names: string[] } {
  const names: string[] = []
  const hide = (name: string, value: string, hidden: string): string => {
    if (value === '' || !isSecretName(name) || value.search(variablePattern) >= 0) return value
    names.push(name)
    return hidden
  }
  const inputs = run.inputs.map(({ name, value }) => ({ name, value: hide(name, value, '') }))
  const steps = run.steps.map((step): Step => {
    const rows = step.body.rows.map((row) => ({ is_file: false, file_name: '', type: '', ...row }))
    const request = {
      method: step.method,
      url: step.url,
      headers: step.headers,
      body: { ...step.body, rows },
      follow: true,
    }
    const hidden = hideSecrets(request)
    hidden.headers = hidden.headers.map((one, at) =>
      isCookie(one) ? { name: one.name, value: hideCookies(step.headers[at]?.value ?? '') } : one,
    )
    if (!isDeepStrictEqual(hidden, request)) names.push(step.title || step.step_id)
    return {
      ...step,
      url: hidden.url,
      headers: hidden.headers,
      body: {
        ...step.body,
        text: hidden.body.text,
        rows: step.body.rows.map((row, at) => ({ ...row, value: hidden.body.rows[at]?.value ?? '' })),
      },
      checks: step.checks.map((check) => ({ ...check, value: hide(lastName(check.path), check.value, redactedText) })),
    }
  })
  return {
    run: { ...run, steps, inputs },
    names: [...new Set(names)],
  }
}

const escapedPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Returns what a path takes from an address: the text before it, and its parameters; undefined when it is another. */
function matchPath(template: string, address: string): { before: string; values: Map<string, string> } | undefined {
  const names: string[] = []
  const pattern = template
    .split(/(\{[^{}]+\})/)
    .map((part, at) => {
      if (at % 2 === 0) return escapedPattern(part)
      names.push(part.slice(1, -1))
      return '((?:\\{\\{[^{}]*\\}\\}|[^/?#{}])+)'
    })
    .join('')
  const found = new RegExp(`^((?:[a-z][a-z0-9+.-]*://|\\{\\{[^{}]*\\}\\})?[^?#]*?)${pattern}$`, 'i').exec(address)
  if (!found) return undefined
  const [, before = '', ...values] = found
  return { before, values: new Map(names.map((name, at) => [name, values[at] ?? ''])) }
}

function decoded(text: string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, at) => {
      if (at % 2 === 1) return part
      try {
        return decodeURIComponent(part)
      } catch {
        return part // a lone % is no escape
      }
    })
    .join('')
}

/** Returns the path of an address without a page: its variables are its parameters. */
function ownPath(address: string): { path: string; values: Map<string, string> } {
  const [, rest = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*|\{\{[^{}]*\}\}(?=\/))?(.*)$/is.exec(address) ?? []
  const values = new Map<string, string>()
  const path = `/${rest.replace(/^\/+/, '')}`.replaceAll(variablePattern, (whole, name: string) => {
    values.set(name, whole)
    return `{${name}}`
  })
  return { path, values }
}

class RunWriter {
  readonly notes: ArazzoNote[] = []
  readonly #run: Run
  readonly #source: ArazzoSource
  readonly #stepIds: string[]
  /** Names that are used before a step gives them a value, and are no inputs: variables of the environment. */
  readonly #others = new Set<string>()

  constructor(run: Run, source: ArazzoSource) {
    this.#run = run
    this.#source = source
    const taken = new Set<string>()
    this.#stepIds = run.steps.map(({ step_id }) => {
      const base = step_id.replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'step'
      let id = base
      for (let number = 2; taken.has(id); number += 1) id = `${base}_${number}`
      taken.add(id)
      return id
    })
  }

  write(workflowId: string): UnknownObject {
    const { run_name, inputs } = this.#run
    const steps = this.#run.steps.map((step, at) => this.#step(step, at))
    const properties = Object.fromEntries([
      ...inputs.map(({ name, value }): [string, UnknownObject] => [name, inputProperty(name, value)]),
      ...[...this.#others].map((name): [string, UnknownObject] => [
        name,
        { type: 'string', [extensionKey]: { environment: true } },
      ]),
    ])
    const { env_id, schedule, every_minutes, daily_time } = this.#run
    const environment = this.#source.target.environments.find((one) => one.env_id === env_id)?.env_name
    const extension = {
      ...(environment !== undefined && { environment }),
      ...(schedule !== 'off' && { schedule }),
      ...(every_minutes !== 60 && { every_minutes }),
      ...(daily_time !== '08:00' && { daily_time }),
    }
    return {
      workflowId,
      summary: run_name,
      inputs: { type: 'object', properties, additionalProperties: false },
      steps,
      ...(Object.keys(extension).length > 0 && { [extensionKey]: extension }),
    }
  }

  #expression(name: string, at: number, isAfter: boolean): string {
    const { steps, inputs } = this.#run
    for (let step = isAfter ? at : at - 1; step >= 0; step -= 1)
      if (steps[step]?.outputs.some((one) => one.name === name))
        return `$steps.${this.#stepIds[step]}.outputs.${outputKey(name)}`
    if (!inputs.some((one) => one.name === name)) this.#others.add(name)
    return `$inputs.${name}`
  }

  #note(step: Step, text: ArazzoNote['text'], values: ArazzoNote['values'] = {}): void {
    this.notes.push({ step: step.title || step.step_id, text, values })
  }

  #step(step: Step, at: number): UnknownObject {
    const expressionOf = (name: string) => this.#expression(name, at, false)
    const text = (value: string) => toTemplate(value, expressionOf)
    const { reference, parameters } = this.#operation(step, text)
    const { requestBody, headers } = this.#body(step, text, expressionOf)
    const cookies = headers.filter(isCookie)
    const all = [
      ...parameters,
      ...headers
        .filter((one) => !cookies.includes(one))
        .map(({ name, value }) => ({ name: name.trim(), in: 'header', value: text(value) })),
      ...cookies
        .flatMap(({ value }) => value.split(';'))
        .map((pair) => pair.trim().split('='))
        .map(([name = '', ...value]) => ({ name, in: 'cookie', value: text(value.join('=')) })),
    ]
    const outputs = step.outputs.flatMap((output): [string, string][] => {
      const expression = sourceExpression(output)
      if (expression === undefined) this.#note(step, 'output', { name: output.name, expression: output.path })
      return expression === undefined ? [] : [[outputKey(output.name), expression]]
    })
    const successCriteria = step.checks.flatMap((check) => {
      const criterion = toCriterion(
        check,
        toTemplate(check.value, (name) => this.#expression(name, at, true)),
      )
      if (!criterion) this.#note(step, 'checkOnlyHere', { check: check.kind })
      return criterion ? [criterion] : []
    })
    const next = this.#stepIds[at + 1]
    return {
      stepId: this.#stepIds[at],
      ...(step.title !== '' && { description: step.title }),
      ...reference,
      ...(all.length > 0 && { parameters: unique(all) }),
      ...(requestBody && { requestBody }),
      ...(successCriteria.length > 0 && { successCriteria }),
      ...(step.continues && next !== undefined && { onFailure: [{ name: 'continue', type: 'goto', stepId: next }] }),
      ...(outputs.length > 0 && { outputs: Object.fromEntries(outputs) }),
    }
  }

  #operation(step: Step, text: (value: string) => string) {
    const [address = '', ...rest] = step.url.trim().split('#', 1)[0]?.split('?') ?? []
    const query = rest
      .join('?')
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name: decoded(name), in: 'query', value: text(decoded(value.join('='))) }
      })
    const found = this.#page(step, address)
    const { path, values } = found ? { path: found.operation.path, values: found.values } : ownPath(address)
    const parameters = [
      ...[...values].map(([name, value]) => ({ name, in: 'path', value: text(decoded(value)) })),
      ...query,
    ]
    const isNamed = found !== undefined && found.operation.operation_id !== ''
    if (!found) this.#note(step, 'noOperation')
    return {
      reference: isNamed
        ? { operationId: found.operation.operation_id }
        : {
            operationPath: `{$sourceDescriptions.${sourceName}.url}#/paths/${escapedName(path)}/${step.method.toLowerCase()}`,
          },
      parameters,
    }
  }

  /** Returns the operation of a step: that of its page, else the one whose address fits best. */
  #page(step: Step, address: string) {
    const method = step.method.toLowerCase()
    const fitting = this.#source.operations
      .filter((one) => one.method === method)
      .flatMap((operation) => {
        const match = matchPath(operation.path, address)
        return match ? [{ operation, ...match }] : []
      })
    const own = fitting.find(({ operation }) => operation.page_id === step.page_id)
    return own ?? fitting.toSorted((a, b) => a.before.length - b.before.length || a.values.size - b.values.size)[0]
  }

  #body(step: Step, text: (value: string) => string, expressionOf: (name: string) => string) {
    const { kind, text: content, rows } = step.body
    if (kind === 'none') return { headers: step.headers, requestBody: undefined }
    const isType = ({ name }: { name: string }) => /^content-type$/i.test(name.trim())
    if (kind !== 'text') {
      const named = Map.groupBy(rows, ({ name }) => name)
      const payload = Object.fromEntries(
        [...named].map(([name, list]) => {
          const values = list.map(({ value }) => text(value))
          return [name, values.length === 1 ? values[0] : values]
        }),
      )
      if (rows.some(({ file_id }) => file_id > 0)) this.#note(step, 'fileLeftOut')
      const contentType = kind === 'form' ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
      return { headers: step.headers, requestBody: { contentType, payload } }
    }
    const given = step.headers.find(isType)
    const isJson = given ? /json/i.test(given.value) : /^\s*[[{]/.test(content)
    const contentType = given ? text(given.value) : isJson ? 'application/json' : undefined
    const json = isJson ? jsonPayload(content, text, expressionOf) : undefined
    return {
      headers: step.headers.filter((one) => one !== given),
      requestBody: { ...(contentType !== undefined && { contentType }), payload: json ? json.value : text(content) },
    }
  }
}

/** Returns parameters without those whose name is there already: a document may have each once. */
const unique = <P extends { name: string; in: string }>(parameters: readonly P[]): P[] => [
  ...new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])).values(),
]

// Source: Arazzo 1.0.1, Step Object, outputs: the keys of outputs.
const outputKey = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '_')

function inputProperty(name: string, value: string): UnknownObject {
  if (isSecretName(name) && value === '') return { type: 'string', [extensionKey]: { secret: true } }
  const isNumber = String(Number(value)) === value && Number.isFinite(Number(value))
  if (isNumber) return { type: 'number', default: Number(value) }
  if (value === 'true' || value === 'false') return { type: 'boolean', default: value === 'true' }
  return { type: 'string', default: value }
}

/**
 * Returns a JSON text as a value whose strings have expressions; undefined for a text that the value would not bring back
 * as it is, such as one with numbers that are too long.
 */
function jsonPayload(
  content: string,
  text: (value: string) => string,
  expressionOf: (name: string) => string,
): { value: unknown } | undefined {
  const marked = minified(content).replaceAll(
    /"(?:[^"\\]|\\.)*"|\{\{\s*([\p{L}\p{N}_.-]{1,60})\s*\}\}/gu,
    (whole, name?: string) => (name === undefined ? whole : `"\u{E002}${name}"`),
  )
  let value: unknown
  try {
    value = JSON.parse(marked)
  } catch {
    return undefined
  }
  if (JSON.stringify(value) !== marked || typeof value !== 'object' || value === null) return undefined
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([key, part]) => [key, walk(part)]))
    if (typeof one !== 'string') return one
    if (one.startsWith('\u{E002}')) return expressionOf(one.slice(1))
    const written = text(one)
    // a text that is one variable stays a text
    return written.startsWith('$') && written !== one ? `{${written}}` : written
  }
  return { value: walk(value) }
}

/** Adds what an import of the document would not know, and what an earlier import has stored. */
function completed(workflow: UnknownObject, run: Run, derived: Run | undefined, notes: ArazzoNote[]): UnknownObject {
  const unknown = toRecord(parsed(run.arazzo))
  const stepsOf = toRecord(unknown['steps'])
  const steps = (workflow['steps'] as UnknownObject[]).map((step, at) => {
    const exact = run.steps[at]
    const read = derived?.steps[at]
    if (!exact) return step
    const fields = read ? fieldsThatDiffer(exact, read) : {}
    const { successCriteria, outputs, ...more } = toRecord(stepsOf[exact.step_id])
    return {
      ...step,
      ...(Array.isArray(successCriteria) && {
        successCriteria: [...((step['successCriteria'] as unknown[]) ?? []), ...(successCriteria as unknown[])],
      }),
      ...(typeof outputs === 'object' && { outputs: { ...outputs, ...toRecord(step['outputs']) } }),
      ...more,
      ...(Object.keys(fields).length > 0 && { [extensionKey]: { fields } }),
    }
  })
  const { workflowId, inputs, outputs, ...more } = toRecord(unknown['workflow'])
  const known = new Set(
    steps.flatMap((step) =>
      Object.keys(toRecord(step['outputs'])).map((name) => `${String(step['stepId'])}.outputs.${name}`),
    ),
  )
  const results = Object.entries(toRecord(outputs)).filter(([name, expression]) => {
    const isThere = !String(expression).startsWith('$steps.') || known.has(String(expression).slice('$steps.'.length))
    if (!isThere) notes.push({ step: '', text: 'outputGone', values: { name } })
    return isThere
  })
  return {
    ...workflow,
    ...(typeof inputs === 'object' && { inputs: mergedInputs(toRecord(workflow['inputs']), toRecord(inputs)) }),
    steps,
    ...(results.length > 0 && { outputs: Object.fromEntries(results) }),
    ...more,
    ...(typeof workflowId === 'string' && { workflowId }),
  }
}

/** Adds what a schema said about inputs that are still there. */
function mergedInputs(now: UnknownObject, before: UnknownObject): UnknownObject {
  const properties = toRecord(now['properties'])
  const former = toRecord(before['properties'])
  const required = Array.isArray(before['required'])
    ? before['required'].filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : []
  return {
    ...now,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const { default: _, type, ...more } = toRecord(former[name])
        return [name, { ...more, ...(property as UnknownObject), ...(type !== undefined && { type }) }]
      }),
    ),
    ...(required.length > 0 && { required }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}

function fieldsThatDiffer(exact: Step, derived: Step): Partial<Record<StepField, unknown>> {
  const [a, b] = [canonicalStep(exact), canonicalStep(derived)]
  return Object.fromEntries(
    stepFields
      .filter((field) => !isDeepStrictEqual(a[field], b[field]) && (field !== 'page_id' || exact.page_id === 0))
      .map((field) => [field, { of: hashOf(derived[field]), is: exact[field] }]),
  )
}

/**
 * Returns the runs of an item as an Arazzo document, and what it leaves out. What Arazzo has no words for stands in
 * extensions, so that an import brings the same runs back. Secrets are not written.
 */
export function writeArazzo(
  runs: readonly Run[],
  source: ArazzoSource,
): { document: UnknownObject; notes: (ArazzoNote & { run_name: string })[] } {
  const notes: (ArazzoNote & { run_name: string })[] = []
  const taken = new Set<string>()
  const head = {
    arazzo: version,
    info: { title: source.title, version: '1.0.0' },
    sourceDescriptions: [{ name: sourceName, url: source.url, type: 'openapi' }],
  }
  const workflows = runs.flatMap((given) => {
    const { run, names } = withoutSecrets(given)
    const add = (list: readonly ArazzoNote[]) => notes.push(...list.map((one) => ({ ...one, run_name: run.run_name })))
    if (run.steps.length === 0) {
      add([{ step: '', text: 'noSteps', values: {} }])
      return []
    }
    if (names.length > 0) add([{ step: '', text: 'secretLeftOut', values: { names: names.join(', ') } }])
    const writer = new RunWriter(run, source)
    const id = workflowIdOf(run.run_name, taken)
    taken.add(id)
    const workflow = writer.write(id)
    const [derived] = readWorkflows({ ...head, workflows: [workflow] }, source.target)
    const more: ArazzoNote[] = []
    const whole = completed(workflow, run, derived?.run, more)
    add([...writer.notes, ...more])
    return [whole]
  })
  return { document: { ...head, workflows }, notes }
}
