import { setImmediate as nextTurn } from 'node:timers/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { AppError, errorNameOf, fail, type MessageValues } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { type Actor, recordAudit } from '#src/features/audit/index.ts'
import {
  DirectoryError,
  type DirectoryPerson,
  type DirectorySettings,
  directoryFailure,
  GroupGraph,
  Groups,
  listPeople,
  readDirectorySettings,
  rightsOf,
  usesGroups,
  withDirectory,
} from '#src/features/directory/index.ts'
import { upsertOption } from '#src/features/options/index.ts'
import { listIdentities, usernameKey } from '#src/features/user/index.ts'
import { applyPeople, disablePerson } from './directory-accounts.ts'
import { findOption } from './queries.ts'

/** What a synchronisation did. */
interface SyncReport {
  /** People of the directory who have an account here now. */
  sync_count: number
  added: number
  disabled: number
  /** Accounts whose person is gone, which were left alone because they are too many; 0 when they were disabled. */
  missing: number
  /** Names that cannot have an account here, at most 100: a name of this site's own, or one that is not possible. */
  skipped: string[]
  /** Names of people whose address another account has, so that they have none here; at most 100. */
  same_email: string[]
}

/** The last synchronisation. Times are Unix seconds. */
export interface SyncRun {
  start_time: number
  end_time: number
  /** Whether the schedule began it. */
  is_scheduled: boolean
  report?: SyncReport
  /** Why it ended early: a name of the contract's errors, and its values. */
  error?: { name: string; values: MessageValues }
}

const enter = createConcurrencyGuard({ ofPerson: 1, inAll: 1 })

// So many accounts in one transaction, that others can save in between.
const peopleAtOnce = 50
const listedMost = 100
// In a small firm one person may be a fifth.
const fewGone = 5

const runOption = 'ldap_sync_run'

/** Returns the last synchronisation; undefined before the first. */
export async function readSyncRun(app: Pick<App, 'db'>): Promise<SyncRun | undefined> {
  const stored = await findOption(app.db, runOption)
  return stored === undefined ? undefined : (JSON.parse(stored) as SyncRun)
}

/** Returns why a synchronisation ended early, as an error; undefined when it did not. */
export const syncError = ({ error }: SyncRun): AppError | undefined =>
  error && new AppError(errorNameOf(error.name), error.values)

/**
 * Gives everyone whom the directory's filter finds an account, with name, address, role and teams, and disables accounts
 * whose person is gone from it. Nobody is disabled unless the directory has answered to the end and found somebody; and not
 * when more are gone than the settings allow, because a wrong base or filter looks like that. The result, or why there is
 * none, is stored and stands in the audit log.
 *
 * @param disablesMany disables them even so
 * @throws {AppError} directoryOff, those of `requireComplete`, tooManyRequests, and those of `directoryFailure`
 */
export async function syncDirectory(
  app: App,
  actor: Actor,
  { disablesMany = false, isScheduled = false }: { disablesMany?: boolean; isScheduled?: boolean } = {},
): Promise<SyncReport> {
  const leave = enter(actor.uid)
  const start_time = nowSeconds(app)
  const note = async (
    outcome: Pick<SyncRun, 'report' | 'error'>,
    action: 'directorySynced' | 'directorySyncFailed',
  ) => {
    const run: SyncRun = { start_time, end_time: nowSeconds(app), is_scheduled: isScheduled, ...outcome }
    await upsertOption(app.db, runOption, JSON.stringify(run))
    await recordAudit(app.db, { ...actor, action, detail: auditDetail(run) }, nowSeconds(app))
  }
  try {
    const settings = (await readDirectorySettings(app)) ?? fail('directoryOff')
    try {
      const report = await syncPeople(app, actor, settings, disablesMany)
      await note({ report }, 'directorySynced')
      return report
    } catch (error) {
      throw error instanceof DirectoryError ? directoryFailure(error, settings) : error
    }
  } catch (error) {
    // a stopped server goes on after its next start
    if (!(error instanceof AppError) || ['directoryOff', 'stopping'].includes(error.errorName)) throw error
    await note({ error: { name: error.errorName, values: error.values } }, 'directorySyncFailed')
    throw error
  } finally {
    leave()
  }
}

function auditDetail({ report, error }: SyncRun): string {
  if (error) return `LDAP: ${error.name} ${Object.values(error.values).join(', ')}`.trim().slice(0, 500)
  const { sync_count = 0, added = 0, disabled = 0, missing = 0, skipped = [], same_email = [] } = report ?? {}
  const counts = [`${sync_count} people`, `${added} added`, `${disabled} disabled`]
  if (missing > 0) counts.push(`${missing} gone, left alone because they are many`)
  if (skipped.length > 0) counts.push(`${skipped.length} without an account`)
  if (same_email.length > 0) counts.push(`${same_email.length} with an address of another account`)
  return `LDAP: ${counts.join(', ')}`
}

async function syncPeople(
  app: App,
  actor: Actor,
  settings: DirectorySettings,
  disablesMany: boolean,
): Promise<SyncReport> {
  const report: SyncReport = { sync_count: 0, added: 0, disabled: 0, missing: 0, skipped: [], same_email: [] }
  const present = new Set<string>()
  const taken = new Set<string>()
  const list = (names: string[], name: string) => names.length < listedMost && names.push(name)
  await withDirectory({ allow: app.config.outbound_allow }, settings, async (directory) => {
    const graph = usesGroups(settings) ? await GroupGraph.read(directory, settings) : undefined
    const rights = (person: DirectoryPerson) => rightsOf(settings, graph?.groupsOf(person) ?? new Groups())
    for await (const people of listPeople(directory, settings)) {
      for (let at = 0; at < people.length; at += peopleAtOnce) {
        // the next connection that waits is served in between
        await nextTurn()
        if (app.stopping.aborted) fail('stopping')
        const some = people
          .slice(at, at + peopleAtOnce)
          .map((person) => ({ person, rights: rights(person) }))
          .filter((one) => one.rights.isMember)
        if (some.length === 0) continue
        const outcomes = await transact(app.db, (tx) => applyPeople(tx, actor, some, nowSeconds(app)))
        for (const [index, outcome] of outcomes.entries()) {
          const { subject = '', username = '' } = some[index]?.person ?? {}
          present.add(subject)
          if (outcome instanceof AppError) {
            // their entry may have a new identifier: that does not mean that they are gone
            taken.add(usernameKey(username))
            list(report.skipped, username)
          } else {
            report.sync_count += 1
            if (outcome.isNew) report.added += 1
            if (outcome.isEmailTaken) list(report.same_email, username)
          }
        }
      }
    }
  })
  await disableGone(app, actor, settings, { present, taken, disablesMany, report })
  return report
}

/** Disables the accounts of people who are not in the directory any more, unless they are many. */
async function disableGone(
  app: App,
  actor: Actor,
  { endMostPercent }: DirectorySettings,
  found: { present: ReadonlySet<string>; taken: ReadonlySet<string>; disablesMany: boolean; report: SyncReport },
): Promise<void> {
  const { present, taken, disablesMany, report } = found
  const linked = (await listIdentities(app.db, 'ldap')).filter((account) => !account.is_disabled)
  const gone = linked.filter(
    ({ uid, subject, username }) => uid !== actor.uid && !present.has(subject) && !taken.has(usernameKey(username)),
  )
  const areMany = gone.length > fewGone && gone.length > (linked.length * endMostPercent) / 100
  if (present.size === 0 || (areMany && !disablesMany)) {
    report.missing = gone.length
    return
  }
  for (let at = 0; at < gone.length; at += peopleAtOnce) {
    await nextTurn()
    await transact(app.db, async (tx) => {
      for (const account of gone.slice(at, at + peopleAtOnce))
        if (await disablePerson(tx, actor, account, nowSeconds(app))) report.disabled += 1
    })
  }
}
