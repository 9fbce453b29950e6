import { existsSync } from 'node:fs'
import { StartError } from '#src/core/config.ts'
import { cliText } from '#src/core/i18n.ts'
import {
  Disk,
  type FolderAction,
  type FolderState,
  type ItemSite,
  isItemFolder,
  pullInto,
  pushFrom,
  Reporter,
  readState,
  readTree,
} from '#src/features/item-folder/index.ts'
import { type Command, type Invocation, print, say } from './command.ts'
import { withItemSite } from './item-site.ts'

/** Prints each line as it comes, for people. */
function reporterOf({ json, lang }: Invocation): Reporter {
  return new Reporter(lang, {
    change: (action, path) => json || print([cliText(lang, `folder_${action}`), path].join('\t')),
    problem: (path, message) => json || say(`${path}: ${message}`),
  })
}

const actions = [
  'added',
  'changed',
  'moved',
  'merged',
  'removed',
  'uploaded',
] as const satisfies readonly FolderAction[]

/** Prints the end. @returns the exit code: 1 when something needs a person */
function end(
  call: Invocation,
  { report }: Reporter,
  text: 'pullDone' | 'folderPushed' | 'folderTried',
  item: { item_id: number; item_name: string },
): number {
  const { json, lang } = call
  const problems = report.problems.length
  const counts = Object.fromEntries(
    actions.map((action) => [action, report.changes.filter((one) => one.action === action).length]),
  )
  const rest = { unchanged: report.unchanged, missing: report.missing.length, problems }
  if (json) print(JSON.stringify({ ...item, dry_run: text === 'folderTried', ...counts, ...report }))
  else {
    say(cliText(lang, text, { name: item.item_name, ...counts, ...rest }))
    if (report.missing.length > 0)
      say(
        cliText(lang, text === 'pullDone' ? 'folderMissingHere' : 'folderMissingFiles', {
          count: report.missing.length,
        }),
      )
  }
  return problems > 0 ? 1 : 0
}

/** @throws {StartError} folderOfHere, folderOfSite when a folder was pulled from somewhere else */
function requireSite(site: ItemSite, { site: url }: FolderState, path: string): void {
  if (url !== site.address) throw new StartError(url === '' ? 'folderOfHere' : 'folderOfSite', { path, url }, 2)
}

/** Runs `work` while no other pull or push uses the folder. @throws {StartError} folderInUse */
async function locked<T>(disk: Disk, work: () => Promise<T>): Promise<T> {
  const lock = await disk.lock()
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Returns an item as calls name it. @throws {StartError} importNoItem for what can be neither a number nor an address */
function itemOf(name: string): string {
  if (!/^[a-z0-9]{1,50}$/i.test(name)) throw new StartError('importNoItem', { name })
  return name
}

/** Writes the pages of a project into a folder, as Markdown. */
export const pullCommand: Command = {
  usage: 'pull ITEM DIR [--url URL] [--token-file FILE] [--as NAME] [--restore]',
  moreOptions: '[--token TOKEN]',
  about: {
    en: 'Write a project into a folder of Markdown, or bring the folder up to date; exit code 1 for conflicts',
    zh: '把项目写成 Markdown 文件夹，或更新该文件夹；有冲突时退出码为 1',
  },
  run: (call) =>
    withItemSite(call, async (site) => {
      const there = existsSync(call.second) ? await Disk.open(call.second, false) : undefined
      const isPulled = there && (await isItemFolder(there))
      if (there && !isPulled && !(await there.isEmpty()))
        throw new StartError('folderNotEmpty', { path: call.second }, 2)
      // no folder is made for a project that is not there
      const first = isPulled ? undefined : await readTree(site, itemOf(call.argument))
      const disk = there ?? (await Disk.open(call.second, true))
      return locked(disk, async () => {
        const known = await readState(disk)
        if (known) requireSite(site, known, call.second)
        const tree = first ?? (await readTree(site, itemOf(call.argument)))
        if (known && known.item_id !== tree.item_id)
          throw new StartError('folderOfItem', { path: call.second, name: known.item_name }, 2)
        const { item_id, item_name } = tree
        const state = known ?? {
          site: site.address,
          item_id,
          item_name,
          catalogs: new Map(),
          pages: new Map(),
          files: new Map(),
        }
        const reporter = reporterOf(call)
        await pullInto(disk, state, { site, tree, reporter, isRestoring: call.switches.has('restore') })
        return end(call, reporter, 'pullDone', { item_id, item_name })
      })
    }),
}

/** Sends what has changed in a folder to its project. @returns the exit code */
export async function pushFolder(call: Invocation, disk: Disk): Promise<number> {
  return withItemSite(call, (site) =>
    locked(disk, async () => {
      const state = await readState(disk)
      if (!state) throw new StartError('folderNotPulled', { path: call.argument })
      requireSite(site, state, call.argument)
      const tree = await readTree(site, state.item_id)
      const reporter = reporterOf(call)
      const isTrial = call.switches.has('dry-run')
      const choice = { isDeleting: call.switches.has('delete'), isTrial }
      await pushFrom(disk, state, { site, tree, reporter, choice })
      const { item_id, item_name } = tree
      return end(call, reporter, isTrial ? 'folderTried' : 'folderPushed', { item_id, item_name })
    }),
  )
}
