import { performance } from 'node:perf_hooks'
import type { z } from 'zod'
import type { DocumentedResponses } from '#shared/api-doc/response-check.ts'
import { runMaxMs } from '#shared/api-runs.ts'
import type { CallRequest, CallResponse } from '#shared/contract/api-call.ts'
import { callMaxBytes, callMaxMs } from '#shared/contract/api-call-rules.ts'
import type { RunContentOutput, RunStep } from '#shared/contract/api-run.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { AppError, fail, type MessageValues } from '#src/core/errors.ts'
import {
  CookieJar,
  isSecretName,
  performCall,
  readPlainEnvironment,
  redactedText,
  redactRequest,
  redactResponse,
} from '#src/features/api-call/index.ts'
import { readDocumentedResponses } from '#src/features/api-document/index.ts'
import { findItemFile } from '#src/features/attachment/index.ts'
import { type FileLocation, readContent } from '#src/features/storage/index.ts'
import { type CheckResult, evaluateCheck, outputOf, readResponse } from './checks.ts'
import { Filler, requestOf, type Scope } from './fill.ts'
import { listPagesOfItem } from './queries.ts'

type Step = z.output<typeof RunStep>
type Request = z.output<typeof CallRequest>
type Answer = z.output<typeof CallResponse>

/** What became of one step, as it is stored: secrets are masked, long texts cut. */
export interface StoredStep {
  step_id: string
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** Why it got no response. */
  error?: { name: string; values: MessageValues }
  method: string
  url: string
  headers: Request['headers']
  body: string
  answer: Answer | null
  time_ms: number
  checks: (Step['checks'][number] & CheckResult)[]
  outputs: { name: string; value: string; is_found: boolean }[]
}

/** The most characters of a text that a result stores: 50 steps and 50 results stay below 50 MB. */
const storedMax = 8_000

/** The steps of a run for one person, and whom to inform of each. */
interface Execution {
  app: App
  user: User
  item: ItemAccess
  content: RunContentOutput
  signal: AbortSignal
  /** Called after each step with all that have run. */
  onStep: (steps: readonly StoredStep[]) => Promise<void>
}

const nothing: DocumentedResponses = { responses: [], root: {} }

/** Returns a step without what its request and response give it. */
const stepOf = (step: Step, outcome: StoredStep['outcome'], error?: AppError): StoredStep => ({
  step_id: step.step_id,
  title: step.title,
  outcome,
  ...(error && { error: { name: error.errorName, values: error.values } }),
  method: step.method,
  url: redactRequest({
    method: step.method,
    url: step.url,
    headers: [],
    body: { kind: 'none', text: '', rows: [] },
    follow: true,
  }).request.url.slice(0, storedMax),
  headers: [],
  body: '',
  answer: null,
  time_ms: 0,
  checks: [],
  outputs: [],
})

/**
 * Runs the steps in order with the rights and secrets of one person. After a step that fails, the others are skipped,
 * unless it lets them continue. All steps together take five minutes at most.
 *
 * @throws {AppError} environmentGone
 */
export async function executeRun({ app, user, item, content, signal, onStep }: Execution): Promise<StoredStep[]> {
  const { base_url, values, secrets } = await readPlainEnvironment(app, user, item, content.env_id)
  const given = new Map([...values, ...content.inputs.map((one): [string, string] => [one.name, one.value])])
  const taken = new Map<string, string>()
  const secretValues: string[] = []
  const jar = new CookieJar()
  const began = performance.now()
  const done: StoredStep[] = []
  let isBroken = false
  for (const step of content.steps) {
    signal.throwIfAborted()
    const leftMs = runMaxMs - (performance.now() - began)
    if (isBroken) done.push(stepOf(step, 'skipped'))
    else if (leftMs <= 0) {
      done.push(stepOf(step, 'failed', new AppError('runTooLong', { minutes: runMaxMs / 60_000 })))
      isBroken = true
    } else {
      const scope = { base_url, given, taken, secrets }
      const totalMs = Math.min(leftMs, callMaxMs)
      const stored = await runStep({
        app,
        user,
        item,
        step,
        scope,
        secretValues,
        jar,
        env_id: content.env_id,
        totalMs,
        signal,
      })
      done.push(stored)
      if (stored.outcome === 'failed' && !step.continues) isBroken = true
    }
    await onStep(done)
  }
  return done
}

interface StepRun {
  app: App
  user: User
  item: ItemAccess
  step: Step
  scope: Scope & { taken: Map<string, string> }
  /** Values that must not be stored: secrets that were sent, and outputs whose names say that they are some. */
  secretValues: string[]
  /** What earlier steps were given: cookies go to the hosts that have set them. */
  jar: CookieJar
  env_id: number
  totalMs: number
  signal: AbortSignal
}

async function runStep(run: StepRun): Promise<StoredStep> {
  const { app, user, item, step, scope, secretValues, jar, env_id, totalMs, signal } = run
  let request: Request | undefined
  const began = performance.now()
  try {
    request = await withFiles(app, item, step, requestOf(step, scope))
    const sent = cookiesFor(jar, request.url)
    const { answer, used } = await performCall(app, user, item, { env_id, request, signal, totalMs, jar })
    secretValues.push(...used, ...jar.secretValues)
    if (sent !== '') request = { ...request, headers: [...request.headers, { name: 'Cookie', value: sent }] }
    return await readStep(run, request, answer)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    const shown = request ? shownRequest(request, secretValues) : {}
    return { ...stepOf(step, 'failed', error), ...shown, time_ms: Math.round(performance.now() - began) }
  }
}

/** Returns what a result shows of the cookies that earlier steps have left: their names. */
function cookiesFor(jar: CookieJar, url: string): string {
  const stored = URL.canParse(url) ? jar.for(url, Date.now()) : []
  return stored.map(({ name }) => `${name}=${redactedText}`).join('; ')
}

/** Returns the bytes of a file. @throws {AppError} runFileGone, storageUnavailable */
async function bytesOf(app: App, file: FileLocation & { file_size: number; display_name: string }): Promise<Buffer> {
  const range = { start: 0, end: file.file_size - 1 }
  const content = (await readContent(app, file, range)) ?? fail('runFileGone', { name: file.display_name })
  if (Buffer.isBuffer(content)) return content
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Returns a request with the attachments that its step sends. @throws {AppError} runFileGone, apiCallTooLarge */
async function withFiles(app: App, item: ItemAccess, step: Step, request: Request): Promise<Request> {
  const { kind, rows } = step.body
  if (kind !== 'multipart' || !rows.some(({ file_id }) => file_id > 0)) return request
  let room = callMaxBytes
  const filled: Request['body']['rows'] = []
  for (const [at, row] of request.body.rows.entries()) {
    const file_id = rows[at]?.file_id ?? 0
    if (file_id === 0) {
      filled.push(row)
      continue
    }
    const file = (await findItemFile(app.db, item.item_id, file_id)) ?? fail('runFileGone', { name: row.name })
    room -= file.file_size
    if (room < 0) fail('apiCallTooLarge', { mb: callMaxBytes / 1e6 })
    const value = file.file_size === 0 ? '' : (await bytesOf(app, file)).toString('base64')
    filled.push({ name: row.name, value, is_file: true, file_name: file.display_name, type: file.file_type })
  }
  return { ...request, body: { ...request.body, rows: filled } }
}

async function readStep({ app, item, step, scope, secretValues }: StepRun, request: Request, answer: Answer) {
  const response = readResponse(answer)
  const found = step.outputs.map((output) => ({ output, value: outputOf(response, output) }))
  for (const { output, value } of found) {
    if (value === undefined) {
      scope.taken.delete(output.name)
      continue
    }
    scope.taken.set(output.name, value)
    const isSecret = isSecretName(output.name) || isSecretName(output.path.split(/[./[\]']/).findLast(Boolean) ?? '')
    if (isSecret) secretValues.push(value)
  }
  const filler = new Filler(scope)
  const documented = step.checks.some(({ kind }) => kind === 'schema') ? await documentedOf(app, item, step) : nothing
  const checks = step.checks.map((check) => {
    const value = filler.fill(check.value)
    const checked = evaluateCheck(check, value, response, { documented, method: request.method })
    return { ...check, value: masked(value, secretValues), ...checked, actual: masked(checked.actual, secretValues) }
  })
  filler.requireAll()
  const isPassed = checks.every(({ is_met }) => is_met) && found.every(({ value }) => value !== undefined)
  const stored: StoredStep = {
    ...stepOf(step, isPassed ? 'passed' : 'failed'),
    ...shownRequest(request, secretValues),
    answer: shownAnswer(answer, secretValues),
    time_ms: answer.time_ms,
    checks,
    outputs: found.map(({ output: { name }, value = '' }, at) => ({
      name,
      value: isSecretName(name) && value !== '' ? redactedText : masked(value, secretValues),
      is_found: found[at]?.value !== undefined,
    })),
  }
  return stored
}

async function documentedOf(app: App, item: ItemAccess, { page_id }: Step): Promise<DocumentedResponses> {
  if (page_id === 0 || !(await listPagesOfItem(app.db, item.item_id, [page_id])).has(page_id)) return nothing
  return readDocumentedResponses(app.db, page_id)
}

const cut = (text: string): string => (text.length > storedMax ? `${text.slice(0, storedMax)}…` : text)

/** Returns a text without secrets, as long as a result shows it. */
const masked = (text: string, secretValues: readonly string[]): string =>
  cut(shownText({ content: text }, secretValues).content)

const shownText = (part: { content: string }, secretValues: readonly string[]): Answer =>
  redactResponse(
    {
      status: 0,
      status_text: '',
      url: '',
      redirects: [],
      headers: [],
      is_base64: false,
      is_truncated: false,
      size_bytes: 0,
      time_ms: 0,
      ...part,
    },
    secretValues,
  )

function shownAnswer(answer: Answer, secretValues: readonly string[]): Answer {
  const hidden = redactResponse(answer, secretValues)
  const isLong = hidden.content.length > storedMax
  // half of an image is none
  const content = answer.is_base64 ? (isLong ? '' : hidden.content) : hidden.content.slice(0, storedMax)
  let room = storedMax
  const headers = hidden.headers.filter(({ name, value }) => (room -= name.length + value.length) >= 0)
  return { ...hidden, headers, content, is_truncated: hidden.is_truncated || isLong }
}

function shownRequest(given: Request, secretValues: readonly string[]) {
  const { request } = redactRequest(given)
  const { kind, text, rows } = request.body
  const body =
    kind === 'text'
      ? text
      : rows.map((row) => `${row.name}=${row.is_file ? `@${row.file_name}` : row.value}`).join('\n')
  return {
    method: request.method,
    url: masked(request.url, secretValues),
    headers: request.headers.map(({ name, value }) => ({ name, value: masked(value, secretValues) })),
    body: masked(body, secretValues),
  }
}

/** @throws {AppError} runStepBad for a step that cannot work */
export function requireSteps({ steps, inputs }: RunContentOutput, isPath: (path: string) => boolean): void {
  const ids = new Set<string>()
  for (const { step_id, title, url, outputs, checks } of steps) {
    const bad = (part: string) => fail('runStepBad', { step: title || step_id, part })
    if (ids.has(step_id)) bad(step_id)
    ids.add(step_id)
    if (url.trim() === '') bad('URL')
    for (const { source, path } of outputs)
      if ((source === 'body' && !isPath(path)) || (source === 'header' && path.trim() === '')) bad(path || source)
    for (const { kind, path, compare, value } of checks) {
      if ((kind === 'body' && !isPath(path)) || (kind === 'header' && path.trim() === '')) bad(path || kind)
      const isNumber = compare === 'less' || compare === 'greater'
      if (isNumber && !value.includes('{{') && !/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)) bad(value || kind)
    }
  }
  const names = new Set(inputs.map(({ name }) => name))
  if (names.size < inputs.length) fail('runStepBad', { step: '', part: inputs.map(({ name }) => name).join(', ') })
}
