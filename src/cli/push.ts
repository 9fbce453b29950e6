import { writeFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { failLevels } from '#shared/contract/api-source.ts'
import { ApiError, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { requireItem } from '#src/access/permissions.ts'
import { StartError } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { cliText, errorText } from '#src/core/i18n.ts'
import { levelTexts } from '#src/features/api-diff/index.ts'
import { pushDescription } from '#src/features/api-source/index.ts'
import { commandLineActor } from '#src/features/audit/index.ts'
import { Disk, isItemFolder } from '#src/features/item-folder/index.ts'
import { actingUser, itemNamed } from './acting-user.ts'
import { type Command, type Invocation, print, say, withDatabase } from './command.ts'
import { commandLineApp } from './command-line-app.ts'
import { readImportSource } from './import-source.ts'
import { pushFolder } from './pull.ts'

type Pushed = Awaited<ReturnType<typeof pushDescription>>
type Level = (typeof failLevels)[number]

interface Sent {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  source: string
  check: boolean
  fail_on: Level | undefined
}

/** Sends a description to a site, with the key of an item. @throws {StartError} siteUnreachable */
async function pushToSite(call: Invocation, url: string, keys: object, sent: Sent): Promise<Pushed> {
  const client = createClient<Contract>({ base: url, headers: () => ({ 'Accept-Language': call.lang }) })
  const { name, bytes, source, check, fail_on } = sent
  const fields = { ...keys, source, check, ...(fail_on && { fail_on }) }
  try {
    const answer = (await client.open.pushDescription({ ...fields, file: new File([bytes], name) })) as Pushed
    // another program may answer as well
    if (!Array.isArray(answer?.changes)) throw new StartError('siteUnreachable', { url })
    // an older site does not have the list
    return { ...answer, also_from: answer.also_from ?? [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.errorName === 'offline') throw new StartError('siteUnreachable', { url })
    throw new AppError(error.errorName, error.values)
  }
}

/** Writes a description into an item of this data folder. */
async function pushToItem(call: Invocation, item: string, { name, bytes, ...input }: Sent): Promise<Pushed> {
  const config = call.readConfig()
  return withDatabase(config, false, async ({ db }) => {
    const app = commandLineApp(config, db)
    const user = await actingUser(db, call.option('as'))
    const visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '' }
    const access = await requireItem(app, visitor, (await itemNamed(db, item)).item_id, 'edit')
    // on the server itself anyone can act as anybody: the log says that, and for whom
    const actor = { ...commandLineActor, username: `${commandLineActor.username} (${user.username})` }
    const path = app.files.incomingPath()
    try {
      writeFileSync(path, bytes, { mode: 0o600 })
      const file = { name, path, sizeBytes: bytes.length }
      const pushed = await pushDescription(app, { user, visitor, actor }, access, file, input, call.lang)
      await Promise.all(app.background)
      return pushed
    } finally {
      await rm(path, { force: true })
    }
  })
}

function push(call: Invocation, sent: Sent): Promise<Pushed> {
  const [item, url] = [call.option('item'), call.option('url')]
  if (item !== undefined && !call.flags.has('url')) return pushToItem(call, item, sent)
  const [api_key, api_token] = [call.option('key'), call.option('token')]
  if (!url || !URL.canParse(url) || !api_key || !api_token || call.flags.has('item'))
    throw new StartError('targetMissing', {}, 2)
  return pushToSite(call, url.replace(/\/+$/, ''), { api_key, api_token }, sent)
}

/** Prints what was found, for people. */
function sayPushed({ lang }: Invocation, pushed: Pushed): void {
  const levels = levelTexts(lang)
  for (const { level, operation, text } of pushed.changes)
    if (level !== 'info') say(`${levels[level]}: ${operation || cliText(lang, 'diffWhole')}: ${text}`)
  const { added, changed, removed, unchanged, breaking, warnings, is_applied } = pushed
  const counts = { added, changed, removed, unchanged, breaking, warnings }
  say(cliText(lang, is_applied ? 'pushDone' : 'pushChecked', counts))
  const others = pushed.also_from.map(
    ({ kind, name }) => name || cliText(lang, kind === 'push' ? 'pushSourcePush' : 'pushSourceAddress'),
  )
  if (others.length > 0) say(cliText(lang, 'pushAlsoFrom', { list: others.join(', ') }))
}

const isBad = ({ breaking, warnings }: Pushed, level: Level | undefined): boolean =>
  level !== undefined && (breaking > 0 || (level === 'warning' && warnings > 0))

/** Returns the folder that a pull has made; undefined for anything else. */
async function pulledFolder(path: string): Promise<Disk | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return undefined
  const disk = await Disk.open(path, false)
  return (await isItemFolder(disk)) ? disk : undefined
}

/** Sends a folder of Markdown back to its project, or an API description to a project, as from CI. */
export const pushCommand: Command = {
  usage: 'push PATH [--item ITEM] [--url URL] [--delete] [--fail-on LEVEL] [--dry-run]',
  moreOptions: '[--as NAME] [--token-file FILE] [--key KEY] [--token TOKEN] [--source NAME]',
  about: {
    en: 'Send back the changes in a folder of “docstead pull”, or synchronise with an API description; exit code 1 for conflicts and --fail-on',
    zh: '把“docstead pull”的文件夹写回项目，或用 API 描述同步项目；有冲突或触发 --fail-on 时退出码为 1',
  },
  async run(call) {
    const { lang, json, flags, switches } = call
    const folder = await pulledFolder(call.argument)
    if (folder) return pushFolder(call, folder)
    if (switches.has('delete')) throw new StartError('folderNotPulled', { path: call.argument }, 2)
    const fail_on = failLevels.find((one) => one === flags.get('fail-on'))
    if (flags.has('fail-on') && fail_on === undefined)
      throw new StartError('diffBadLevel', { list: failLevels.join(', ') }, 2)
    try {
      const { name, bytes } = await readImportSource(call.readConfig(), call.argument)
      const source = flags.get('source') ?? ''
      const check = switches.has('dry-run')
      const pushed = await push(call, { name, bytes: new Uint8Array(bytes), source, check, fail_on })
      if (json) print(JSON.stringify(pushed))
      else sayPushed(call, pushed)
      return isBad(pushed, fail_on) ? 1 : 0
    } catch (error) {
      // 1 says that something was found
      if (error instanceof StartError) throw new StartError(error.text, error.values, 2)
      if (!(error instanceof AppError)) throw error
      const message = errorText(lang, error.errorName, error.values)
      if (json) print(JSON.stringify({ error_name: error.errorName, error_message: message, ...error.values }))
      else say(cliText(lang, 'refused', { message }))
      return error.errorName === 'apiBreaking' ? 1 : 2
    }
  },
}
