// `npm test`: runs every check, and ends with the one line 'N passed, N failed' that a CI reads. A step that is not a
// test run (types, lint, build, ...) counts as one, so that the line says 'failed' exactly when the exit code does.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureChromium } from '#build/chromium.ts'
import { dist, root } from '#build/paths.ts'
import { runTask, type Task } from '#build/task-runner.ts'

type Count = { passed: number; failed: number }

const results = join(root, 'test-results')
const count: Count = { passed: 0, failed: 0 }
const say = (text: string) => process.stdout.write(`test: ${text}\n`)

const command = (name: string, ...args: string[]): Task => ({
  name,
  command: process.execPath,
  args: ['build/cli.mjs', name, ...args],
  live: true,
})

function add({ passed, failed }: Count): void {
  count.passed += passed
  count.failed += failed
}

const addStep = (ok: boolean) => add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** Reads a JSON file in test-results/; returns undefined when the step that writes it crashed before. */
function readResult<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8')) as T
  } catch {
    return undefined
  }
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      status: string
      fullName: string
      ancestorTitles: string[]
      title: string
      failureMessages: string[]
      meta?: { pages?: string }
    }[]
  }[]
}

const failures: string[] = []

/** Collects failures for the end of the run, because logs are read from the end and sometimes only the end is kept. */
function noteFailures({ testResults }: Report): void {
  const from = failures.length
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) failures.push(`${file}: ${message.slice(0, 800)}`)
    for (const { fullName, failureMessages, meta } of failed) {
      const text = `${failureMessages.join('\n').slice(0, 800)}\n${meta?.pages?.slice(0, 1200) ?? ''}`
      failures.push(`${file}: ${fullName}\n  ${text.trim().replaceAll('\n', '\n  ')}`)
    }
  }
  for (const failure of failures.slice(from)) say(failure.split('\n', 2).join('').slice(0, 300))
}

// More failures than these are not chance.
const repeatedMost = 6
const repeatReport = 'vitest-once-more.json'

/** The failures of tests that passed when repeated. */
const flaky: string[] = []

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Returns the failed tests with file, full name and name pattern; none when a file failed as a whole, or there is no
 * report.
 */
function failedIn(report: Report | undefined): { file: string; fullName: string; pattern: string }[] {
  const files = report?.testResults ?? []
  const isFailed = ({ status }: { status: string }) => status === 'failed'
  if (
    files.some(
      ({ message, status, assertionResults }) => message || (status === 'failed' && !assertionResults.some(isFailed)),
    )
  )
    return []
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isFailed).map(({ fullName, ancestorTitles, title }) => ({
      file: relative(root, name),
      fullName,
      // vitest joins the titles with its own separator
      pattern: `^${[...ancestorTitles, title].map(escaped).join('[ >]+')}$`,
    })),
  )
}

// Unhandled errors fail a run and stand in no report.
let hasUnhandledErrors = false

/** Records the engine's message when it aborted a test process: vitest reports only the signal. */
function noteCrash(errors: string): void {
  const crash = /(# Fatal error|FATAL ERROR|Assertion .* failed)[^]{0,3000}/.exec(errors)
  if (crash) failures.push(crash[0])
  hasUnhandledErrors ||= /Unhandled (?:Errors?|Rejection)/.test(errors)
}

/**
 * Adds vitest's counts to the sum; a run that failed without a failed test (a file that does not load) counts as one
 * failure.
 */
function addVitest(name: string, ok: boolean): void {
  const report = readResult<Report>(name)
  if (report) noteFailures(report)
  const passed = report?.numPassedTests ?? 0
  add({ passed, failed: Math.max(report?.numFailedTests ?? 0, ok ? 0 : 1) })
}

async function check(): Promise<void> {
  const ok = await runTask(command('check', '--without-tests', '--steps', join(results, 'steps.json')))
  const steps = readResult<Count>('steps.json')
  if (steps) add(steps)
  else addStep(ok)
}

/**
 * Runs the tests of some projects. Failed browser tests are repeated once, each alone; those that then pass are flaky.
 * Nothing is repeated when more than tests of the browser failed, nor a test of load or figures.
 */
async function runTests(name: string, report: string, chromium: string | undefined, projects: string[]): Promise<void> {
  const run = (step: string, json: string, ...more: string[]) =>
    runTask({
      name: step,
      command: process.execPath,
      args: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        ...more,
      ],
      env: {
        VITEST_JSON: `test-results/${json}`,
        ...(chromium && { DOCSTEAD_CHROMIUM: chromium }),
        DOCSTEAD_EXECUTABLE: join(dist, process.platform === 'win32' ? 'docstead.exe' : 'docstead'),
      },
      live: true,
      onFailure: noteCrash,
    })
  const from = failures.length
  hasUnhandledErrors = false
  const ok = await run(name, report)
  const crashes = failures.length - from
  addVitest(report, ok)
  const failed = failedIn(readResult<Report>(report))
  const areBrowserTests =
    failed.every(({ file }) => /^tests[\\/]e2e[\\/]browser-/.test(file)) && !projects.includes('serial')
  if (!areBrowserTests || hasUnhandledErrors || crashes > 0) return
  if (failed.length === 0 || failed.length > repeatedMost) return
  for (const { file, fullName, pattern } of failed) {
    rmSync(join(results, repeatReport), { force: true })
    const isGood = await run(`once more: ${fullName}`, repeatReport, file, '-t', pattern)
    if (!isGood || readResult<Report>(repeatReport)?.numPassedTests !== 1) continue
    add({ passed: 1, failed: -1 })
    const at = failures.findIndex((failure, index) => index >= from && failure.startsWith(`${file}: ${fullName}\n`))
    flaky.push(...failures.splice(at, at < 0 ? 0 : 1))
  }
}

mkdirSync(results, { recursive: true })
for (const name of ['steps.json', 'vitest.json', 'vitest-serial.json']) rmSync(join(results, name), { force: true })

// apt-get waits for the network, the rest for the processor
const chromium = ensureChromium(say, true).catch((error: Error) => error)
const built = await runTask(command('build', '--if-stale'))
addStep(built)
await check()
const packaged = built && (await runTask(command('package')))
addStep(packaged)
const browser = await chromium
if (browser instanceof Error) say(browser.message)
const withoutBrowser = ['exhaustive', 'web-screens', 'web-mocked', 'web', 'unit']
if (packaged && typeof browser === 'string') {
  // all in one run: at its end alone a processor has nothing to do
  await runTests('every test', 'vitest.json', browser, ['dist', 'executable', ...withoutBrowser])
  await runTests('figures and load', 'vitest-serial.json', browser, ['serial'])
} else {
  await runTests('tests without a browser', 'vitest.json', undefined, withoutBrowser)
  addStep(false)
}

for (const failure of flaky) process.stdout.write(`FLAKY ${failure}\n`)
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`)
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`)
process.exitCode = count.failed === 0 ? 0 : 1
