import { type App, nowSeconds } from '#src/core/app.ts'
import { createConcurrencyGuard } from '#src/core/concurrency-guard.ts'
import { fail } from '#src/core/errors.ts'
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
import { listIdentities, usernameKey } from '#src/features/user/index.ts'
import { applyPersonIn, disablePerson, hasNoAccountHere } from './directory-accounts.ts'

/** What a synchronisation did. */
export interface SyncReport {
  /** People of the directory who have an account here now. */
  sync_count: number
  added: number
  disabled: number
  /** Accounts whose person is gone, which were left alone because they are too many; 0 when they were disabled. */
  missing: number
  /** Names that cannot have an account here, at most 100: a name of this site's own, or one that is not possible. */
  skipped: string[]
}

const enter = createConcurrencyGuard({ ofPerson: 1, inAll: 1 })

// So many accounts in one transaction, that others can save in between.
const peopleAtOnce = 50
const skippedMost = 100
// In a small firm one person may be a fifth.
const fewGone = 5
const goneShare = 0.2

/**
 * Gives everyone whom the directory's filter finds an account, with name, address, role and teams, and disables accounts
 * whose person is gone from it. Nobody is disabled unless the directory has answered to the end and found somebody; and not
 * when more than a fifth are gone, because a wrong base or filter looks like that.
 *
 * @param disablesMany disables them even so
 * @throws {AppError} directoryOff, those of `requireComplete`, tooManyRequests, and those of `directoryFailure`
 */
export async function syncDirectory(app: App, actor: Actor, disablesMany = false): Promise<SyncReport> {
  const settings = (await readDirectorySettings(app.db)) ?? fail('directoryOff')
  const leave = enter(actor.uid)
  try {
    return await syncPeople(app, actor, settings, disablesMany)
  } catch (error) {
    throw error instanceof DirectoryError ? directoryFailure(error, settings) : error
  } finally {
    leave()
  }
}

async function syncPeople(
  app: App,
  actor: Actor,
  settings: DirectorySettings,
  disablesMany: boolean,
): Promise<SyncReport> {
  const report: SyncReport = { sync_count: 0, added: 0, disabled: 0, missing: 0, skipped: [] }
  const present = new Set<string>()
  const taken = new Set<string>()
  await withDirectory({ allow: app.config.outbound_allow }, settings, async (directory) => {
    const graph = usesGroups(settings) ? await GroupGraph.read(directory, settings) : undefined
    const rights = (person: DirectoryPerson) => rightsOf(settings, graph?.groupsOf(person) ?? new Groups())
    for await (const people of listPeople(directory, settings)) {
      for (let at = 0; at < people.length; at += peopleAtOnce) {
        await transact(app.db, async (tx) => {
          for (const person of people.slice(at, at + peopleAtOnce)) {
            const own = rights(person)
            if (!own.isMember) continue
            present.add(person.subject)
            try {
              const { isNew } = await applyPersonIn(tx, actor, person, own, nowSeconds(app))
              report.sync_count += 1
              if (isNew) report.added += 1
            } catch (error) {
              if (!hasNoAccountHere(error)) throw error
              // their entry may have a new identifier: that does not mean that they are gone
              taken.add(usernameKey(person.username))
              if (report.skipped.length < skippedMost) report.skipped.push(person.username)
            }
          }
        })
      }
    }
  })
  await transact(app.db, async (tx) => {
    const linked = (await listIdentities(tx, 'ldap')).filter((account) => !account.is_disabled)
    const gone = linked.filter(
      ({ uid, subject, username }) => uid !== actor.uid && !present.has(subject) && !taken.has(usernameKey(username)),
    )
    const areMany = gone.length > fewGone && gone.length > linked.length * goneShare
    if (present.size === 0 || (areMany && !disablesMany)) {
      report.missing = gone.length
      return
    }
    for (const account of gone) if (await disablePerson(tx, actor, account, nowSeconds(app))) report.disabled += 1
  })
  const detail = `LDAP: ${report.sync_count} people, ${report.added} added, ${report.disabled} disabled`
  await recordAudit(app.db, { ...actor, action: 'directorySynced', detail }, nowSeconds(app))
  return report
}
