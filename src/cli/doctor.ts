import { statSync } from 'node:fs'
import type { Config } from '#src/core/config.ts'
import { hasDatabase, isEmptied, pathsIn, toStartError } from '#src/core/data-folder.ts'
import { cliText } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import {
  fullCheck,
  inspectDatabase,
  type OpenDatabase,
  readSchemaNumber,
  requireStructure,
  schemaNumber,
} from '#src/db/engine.ts'
import {
  byUrgency,
  checkServer,
  fine,
  type HealthReport,
  type Outcome,
  problemOf,
  reportOf,
  runChecks,
} from '#src/features/health/index.ts'
import { type Command, type Invocation, print } from './command.ts'

type Findings = Awaited<ReturnType<typeof runChecks>>

const checkAll = (config: Config, database: Outcome, db?: Db): Promise<Findings> =>
  runChecks({
    config,
    now: () => new Date(),
    // what it finds is its output
    log: { warn: () => undefined },
    rules: { allow: config.outbound_allow },
    database,
    db,
    isServer: false,
  })

const damaged = (detail: string): Outcome => ({
  status: 'error',
  text: 'databaseBad',
  values: { detail },
  advice: 'restore',
})

/** Reads the whole database, and returns the checks of everything. */
async function checkWhole(config: Config, open: OpenDatabase, path: string): Promise<Findings> {
  const schema = await readSchemaNumber(open.db)
  const [problem] = fullCheck(open)
  if (problem !== undefined) return checkAll(config, damaged(problem))
  await requireStructure(open)
  if (schema < schemaNumber)
    return checkAll(config, { status: 'info', text: 'databaseOld', values: { schema, known: schemaNumber } })
  const mb = Math.ceil(statSync(path).size / 1e6)
  return checkAll(config, fine('databaseOk', { schema, mb }), open.db)
}

async function findingsOf(config: Config): Promise<Findings> {
  const { database } = pathsIn(config.data)
  try {
    if (isEmptied(config.data)) return await checkAll(config, damaged('0 bytes'))
    if (!hasDatabase(config.data)) return await checkAll(config, { status: 'info', text: 'databaseNone' })
    return await inspectDatabase(database, (open) => checkWhole(config, open, database))
  } catch (error) {
    const known = toStartError(error, config.data)
    return checkAll(config, known ? problemOf(known) : damaged(error instanceof Error ? error.message : String(error)))
  }
}

const marks = { ok: '✔', info: '·', warning: '!', error: '✖' } as const

const linesOf = ({ status, title, finding, advice, paste }: HealthReport): string[] => [
  `${marks[status]} ${title}: ${finding}`,
  ...(advice === '' || status === 'info' ? [] : [`    ${advice}`]),
  ...(paste === '' || status === 'info' ? [] : paste.split('\n').map((line) => `      ${line}`)),
]

function report({ lang, json }: Invocation, findings: Findings, hint: string): 0 | 1 {
  const reports = findings.map((finding) => reportOf(lang, finding))
  const countOf = (...statuses: HealthReport['status'][]) =>
    reports.filter(({ status }) => statuses.includes(status)).length
  const ok = countOf('error') === 0
  const [worst] = byUrgency(reports)
  if (json) print(JSON.stringify({ ok, status: worst?.status ?? 'ok', checks: reports }))
  else {
    for (const line of reports.flatMap(linesOf)) print(line)
    const values = { count: countOf('error', 'warning'), total: reports.length }
    print(cliText(lang, ok ? (values.count === 0 ? 'doctorOk' : 'doctorWarnings') : 'doctorProblems', values))
    if (hint !== '') print(hint)
  }
  return ok ? 0 : 1
}

/**
 * Checks the installation and says what to do; exit code 1 for errors, not for warnings. With `--server` only whether
 * the server responds, for the health checks of containers.
 */
export const doctorCommand: Command = {
  usage: 'doctor [--server]',
  about: { en: 'Check the installation and suggest fixes', zh: '检查安装并给出建议' },
  async run(call) {
    const config = call.readConfig()
    if (!call.switches.has('server')) return report(call, await findingsOf(config), cliText(call.lang, 'doctorBrowser'))
    const found = await checkServer({ config, isServer: false })
    const isRunning = found !== undefined && found.text !== 'serverNone'
    return report(call, found ? [{ name: 'server', ...found, ...(!isRunning && { status: 'error' }) }] : [], '')
  },
}
