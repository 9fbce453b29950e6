import type { App } from '#src/core/app.ts'
import type { AppError } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { isLdapFilter } from '#src/core/ldap-filter.ts'
import {
  DirectoryError,
  type DirectoryPerson,
  type DirectorySettings,
  directoryFailure,
  findPerson,
  isNameOf,
  type PasswordAnswer,
  readGroups,
  rightsOf,
  usesGroups,
  withDirectory,
} from '#src/features/directory/index.ts'
import {
  attemptPassword,
  findUserByIdentity,
  findUserByName,
  hasIdentity,
  usernameKey,
} from '#src/features/user/index.ts'
import { isOfSite } from './directory-accounts.ts'

/** One step of trying the directory service. */
export interface DirectoryTestStep {
  step: 'connect' | 'bind' | 'search' | 'groups' | 'password' | 'account'
  outcome: 'ok' | 'failed'
  /** What the text of the step mentions. */
  values: Record<string, string>
  /** Why it failed, in the caller's language; empty when it did not, or the step's own text says so. */
  error_message: string
}

/** The account that a person would get here. */
async function accountStep(app: App, person: DirectoryPerson): Promise<DirectoryTestStep> {
  const linked = await findUserByIdentity(app.db, 'ldap', person.subject)
  const named = linked ?? (await findUserByName(app.db, usernameKey(person.username)))
  const isTaken = !linked && named !== undefined && (isOfSite(named) || (await hasIdentity(app.db, named.uid)))
  const kind = linked ? 'linked' : isTaken ? 'taken' : named ? 'willLink' : 'new'
  return {
    step: 'account',
    outcome: isTaken ? 'failed' : 'ok',
    values: { kind, name: named?.username ?? person.username },
    error_message: '',
  }
}

/** Returns the attributes that the settings name and the entry of a person does not have. */
const missingAttributes = (
  { name_field, email_field }: DirectorySettings,
  { name, email }: DirectoryPerson,
): string[] =>
  [name_field !== '' && name === '' && name_field, email === '' && email_field].filter((one) => typeof one === 'string')

/**
 * Goes through everything that a sign-in does, step by step, until one fails. Changes nothing.
 *
 * @param username whom to look for; empty to stop after the connection
 * @param password tried when it is not empty, and counted as any other guess
 * @param onFailure hears why the directory does not do what it should
 * @throws {AppError} tooManyTries
 */
export async function testDirectory(
  app: App,
  settings: DirectorySettings,
  { username, password, ip }: { username: string; password: string; ip: string },
  lang: Lang,
  onFailure: (error: AppError) => Promise<void>,
): Promise<DirectoryTestStep[]> {
  const steps: DirectoryTestStep[] = []
  const done = (step: DirectoryTestStep['step'], values: Record<string, string> = {}) =>
    steps.push({ step, outcome: 'ok', values, error_message: '' })
  const failed = (step: DirectoryTestStep['step'], values: Record<string, string>, error_message = '') =>
    steps.push({ step, outcome: 'failed', values, error_message })
  const { host, port, security, bind_dn, base_dn } = settings
  const address = { host: `${host}:${port}`, security }
  try {
    await withDirectory({ allow: app.config.outbound_allow }, settings, async (directory) => {
      done('connect', address)
      done('bind', { dn: bind_dn })
      const filter = settings.search_filter
      if (!isLdapFilter(filter))
        return void failed('search', address, errorText(lang, 'directoryFilterBad', { filter }))
      if (username === '') return
      const found = await findPerson(directory, settings, username)
      if (!('person' in found)) {
        const values: Record<string, string> =
          'noUsername' in found
            ? { kind: 'noUsername', dn: found.noUsername, field: settings.user_field }
            : { kind: found.hits === 0 ? 'nobody' : 'several', filter: found.filter, base: base_dn }
        return void failed('search', values)
      }
      const { person } = found
      // what the filter finds by another attribute is no name to sign in with
      if (!isNameOf(person, username))
        return void failed('search', { kind: 'otherName', dn: person.dn, username: person.username })
      done('search', {
        kind: 'found',
        dn: person.dn,
        username: person.username,
        name: person.name,
        email: person.email,
        missing: missingAttributes(settings, person).join(', '),
      })
      if (usesGroups(settings)) {
        const rights = rightsOf(settings, await readGroups(directory, settings, person))
        const teams = [...rights.teams].flatMap(([team, isIn]) => (isIn ? [team] : [])).join(', ')
        const role = rights.isAdministrator === undefined ? 'unchanged' : rights.isAdministrator ? 'admin' : 'member'
        if (!rights.isMember) return void failed('groups', { kind: 'noMember', group: settings.member_group })
        done('groups', { kind: role, teams })
      }
      if (password !== '') {
        const account = { account: usernameKey(person.username), ip }
        let answer = 'wrong' as PasswordAnswer
        await attemptPassword(app, 'login', account, async () => {
          answer = await directory.checkPassword(person.dn, password)
          return answer === 'accepted'
        })
        if (answer !== 'accepted') return void failed('password', { dn: person.dn, kind: answer })
        done('password', { dn: person.dn })
      }
      steps.push(await accountStep(app, person))
    })
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error
    const failure = directoryFailure(error, settings)
    await onFailure(failure)
    if (error.step !== 'connect' && error.step !== 'encrypt' && steps.length === 0) done('connect', address)
    const step = error.step === 'encrypt' ? 'connect' : error.step
    failed(step, address, errorText(lang, failure.errorName, failure.values))
  }
  return steps
}
