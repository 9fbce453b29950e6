import { existsSync, statfsSync, statSync } from 'node:fs'
import type { Config } from '#src/core/config.ts'
import { StartError } from '#src/core/config.ts'
import { hasDatabase, isEmptied, pathsIn, prepareDataFolder, readRunning, toStartError } from '#src/core/data-folder.ts'
import { findOpenPaths } from '#src/core/folder-rights.ts'
import { type CliText, type CliValues, cliText } from '#src/core/i18n.ts'
import {
  fullCheck,
  inspectDatabase,
  type OpenDatabase,
  readSchemaNumber,
  requireStructure,
  schemaNumber,
} from '#src/db/engine.ts'
import { countAdministrators } from '#src/features/user/index.ts'
import { type Command, print } from './command.ts'

interface Finding {
  check: CliText
  ok: boolean
  text: CliText
  values: CliValues
}

const found = (check: CliText, ok: boolean, text: CliText, values: CliValues = {}): Finding => ({
  check,
  ok,
  text,
  values,
})

// Less free space than this is reported before the disk is full.
const lowDiskGb = 1

function checkData(config: Config): Finding {
  try {
    prepareDataFolder(config.data)
    return found('checkData', true, 'checkDataOk', { path: config.data })
  } catch (error) {
    if (error instanceof StartError) return found('checkData', false, error.text, error.values)
    throw error
  }
}

function checkRights(config: Config): Finding[] {
  const open = findOpenPaths(config.data)
  if (open.length === 0) return [found('checkRights', true, 'checkRightsOk')]
  return open.map(({ path, mode, command }) => found('checkRights', false, 'rightsOpen', { path, mode, command }))
}

async function checkWhole(open: OpenDatabase, database: string): Promise<Finding[]> {
  const schema = await readSchemaNumber(open.db)
  const [problem] = fullCheck(open)
  if (problem !== undefined) return [found('checkDatabase', false, 'checkDatabaseBad', { detail: problem })]
  await requireStructure(open)
  if (schema < schemaNumber) return [found('checkDatabase', true, 'checkDatabaseOld', { schema, known: schemaNumber })]
  const mb = Math.ceil(statSync(database).size / 1e6)
  const count = await countAdministrators(open.db)
  return [
    found('checkDatabase', true, 'checkDatabaseOk', { schema, mb }),
    count > 0 ? found('checkAdmin', true, 'checkAdminOk', { count }) : found('checkAdmin', false, 'checkAdminNone'),
  ]
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const { database } = pathsIn(config.data)
  if (isEmptied(config.data)) return [found('checkDatabase', false, 'checkDatabaseBad', { detail: '0 bytes' })]
  if (!hasDatabase(config.data)) return [found('checkDatabase', true, 'checkDatabaseNone')]
  try {
    return await inspectDatabase(database, (open) => checkWhole(open, database))
  } catch (error) {
    const known = toStartError(error, config.data)
    if (known) return [found('checkDatabase', false, known.text, known.values)]
    const detail = error instanceof Error ? error.message : String(error)
    return [found('checkDatabase', false, 'checkDatabaseBad', { detail })]
  }
}

function checkDisk(config: Config): Finding {
  if (!existsSync(config.data)) return found('checkDisk', true, 'checkDatabaseNone')
  const disk = statfsSync(config.data)
  const gb = Math.floor((disk.bavail * disk.bsize) / 1e8) / 10
  return gb < lowDiskGb
    ? found('checkDisk', false, 'checkDiskLow', { gb })
    : found('checkDisk', true, 'checkDiskOk', { gb })
}

async function checkServer(config: Config): Promise<Finding> {
  const running = readRunning(config.data)
  if (!running) return found('checkServer', true, 'checkServerNone')
  const { address, pid } = running
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) })
    if (answer.ok) return found('checkServer', true, 'checkServerOk', { address })
    return found('checkServer', false, 'checkServerBad', { pid, address, detail: await answer.text() })
  } catch (error) {
    return found('checkServer', false, 'checkServerBad', {
      pid,
      address,
      detail: error instanceof Error ? error.message : '',
    })
  }
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

function checkAddress(config: Config): Finding[] {
  const open = !isLocal(config.host) && !config.site_url.startsWith('https://')
  const address = config.site_url || `http://${config.host}:${config.port}${config.base_path}`
  const proxies = config.trusted_proxies
  return [
    open
      ? found('checkAddress', false, 'checkAddressOpen', { host: config.host })
      : found('checkAddress', true, 'checkAddressOk', { address }),
    proxies.length > 0
      ? found('checkProxy', true, 'checkProxyOk', { list: proxies.join(' ') })
      : found('checkProxy', true, 'checkProxyNone'),
  ]
}

/** Checks data folder and its permissions, database, disk, address and proxy, and says what to do. */
export const doctorCommand: Command = {
  usage: 'doctor',
  about: { en: 'Check the installation and suggest fixes', zh: '检查安装并给出建议' },
  async run({ lang, json, readConfig }) {
    const config = readConfig()
    const data = checkData(config)
    const rest = data.ok
      ? [
          ...checkRights(config),
          ...(await checkDatabase(config)),
          checkDisk(config),
          await checkServer(config),
          ...checkAddress(config),
        ]
      : []
    const findings = [data, ...rest]
    const problems = findings.filter((one) => !one.ok)
    if (json) {
      const rows = findings.map((one) => ({ check: one.check, ok: one.ok, text: cliText(lang, one.text, one.values) }))
      print(JSON.stringify({ ok: problems.length === 0, checks: rows }))
    } else {
      for (const one of findings)
        print(`${one.ok ? '✔' : '✖'} ${cliText(lang, one.check)}: ${cliText(lang, one.text, one.values)}`)
      print(
        problems.length === 0
          ? cliText(lang, 'doctorOk')
          : cliText(lang, 'doctorProblems', { count: problems.length, total: findings.length }),
      )
    }
    return problems.length === 0 ? 0 : 1
  },
}
