import type { App } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { DirectoryError, withDirectory } from './client.ts'
import {
  type DirectoryPerson,
  type DirectoryRights,
  findPerson,
  Groups,
  readGroups,
  rightsOf,
  usesGroups,
} from './people.ts'
import { type DirectorySettings, parseDirectorySettings, readDirectoryForm } from './settings.ts'

/** What the directory service says about a name and a password. */
type DirectoryVerdict =
  | { outcome: 'accepted'; person: DirectoryPerson; rights: DirectoryRights }
  | { outcome: 'rejected' }
  /** The password is right, but the service lets nobody in with it. */
  | { outcome: 'expired' | 'barred' }
  | { outcome: 'unknown' }

const missingFields = {
  host: 'directoryHostMissing',
  base_dn: 'directoryBaseMissing',
  bind_password: 'directoryPasswordMissing',
} as const

/**
 * Returns the settings of the directory service; undefined while it is off.
 *
 * @throws {AppError} as `requireComplete`
 */
export async function readDirectorySettings(app: Pick<App, 'config' | 'db'>): Promise<DirectorySettings | undefined> {
  const { isOpen, form } = await readDirectoryForm(app)
  return isOpen ? requireComplete(parseDirectorySettings(form)) : undefined
}

/** @throws {AppError} directoryHostMissing, directoryBaseMissing, directoryPasswordMissing */
export const requireComplete = (settings: ReturnType<typeof parseDirectorySettings>): DirectorySettings =>
  'missing' in settings ? fail(missingFields[settings.missing]) : settings

const spelling = (name: string): string => name.trim().normalize('NFKC').toLowerCase()

/** Whether a typed name is one of those with which a person signs in. */
export const isNameOf = ({ username, email, principal }: DirectoryPerson, typed: string): boolean =>
  [username, email, principal].some((name) => name !== '' && spelling(name) === spelling(typed))

/**
 * Asks the directory service for the person with a name, and whether it accepts the password. An administrator reads in
 * the log why it does not answer.
 *
 * @throws {AppError} directoryDown
 */
export async function checkDirectoryPassword(
  app: App,
  settings: DirectorySettings,
  username: string,
  password: string,
): Promise<DirectoryVerdict> {
  const rules = { allow: app.config.outbound_allow }
  try {
    return await withDirectory(rules, settings, async (directory): Promise<DirectoryVerdict> => {
      const found = await findPerson(directory, settings, username)
      if (!('person' in found)) return { outcome: 'unknown' }
      const { person } = found
      // a spelling that only the directory's rules take for this name would be counted apart
      if (!isNameOf(person, username)) return { outcome: 'unknown' }
      const answer = await directory.checkPassword(person.dn, password)
      if (answer === 'expired' || answer === 'barred') return { outcome: answer }
      if (answer !== 'accepted') return { outcome: 'rejected' }
      const groups = usesGroups(settings) ? await readGroups(directory, settings, person) : new Groups()
      return { outcome: 'accepted', person, rights: rightsOf(settings, groups) }
    })
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error
    app.log.error({ step: error.step, reason: error.reason, detail: error.detail }, 'the directory service failed')
    return fail('directoryDown')
  }
}

// What Active Directory says of an account that it rejects. Source: Microsoft's list of the errors of LogonUser.
const bindErrors = new Map<string, 'directoryBindExpired' | 'directoryBindLocked'>([
  ['532', 'directoryBindExpired'],
  ['773', 'directoryBindExpired'],
  ['533', 'directoryBindLocked'],
  ['701', 'directoryBindLocked'],
  ['775', 'directoryBindLocked'],
])

// Results for which the address of the search is wrong. Source: RFC 4511, 4.1.9: referral, noSuchObject,
// invalidDNSyntax. Active Directory answers a search for another domain with a referral.
const wrongBase = new Set(['10', '32', '34'])
// strongerAuthRequired, confidentialityRequired
const needsEncryption = new Set(['8', '13'])
// operationsError of Active Directory, inappropriateAuthentication, insufficientAccessRights
const needsAccount = new Set(['1', '48', '50'])

/** Returns the error that tells an administrator what the directory service does not do. */
export function directoryFailure(error: DirectoryError, settings: DirectorySettings): AppError {
  const { host, port, base_dn, bind_dn } = settings
  const values = { host: `${host}:${port}`, detail: error.detail || error.reason, code: error.reason }
  if (error.reason === 'notAllowed') return new AppError('directoryForbidden', values)
  if (error.reason === 'certificate') return new AppError('directoryCertificate', values)
  if (error.step === 'encrypt') return new AppError('directoryUnencrypted', values)
  if (needsEncryption.has(error.reason)) return new AppError('directoryNeedsEncryption', values)
  if (error.step === 'bind')
    return new AppError(bindErrors.get(error.detailCode) ?? 'directoryBindRejected', { ...values, dn: bind_dn })
  if (error.step === 'search' && wrongBase.has(error.reason))
    return new AppError('directoryBaseWrong', { ...values, base: base_dn })
  if (error.step === 'search' && bind_dn === '' && needsAccount.has(error.reason))
    return new AppError('directoryNeedsAccount', values)
  if (error.step === 'search') return new AppError('directorySearchFailed', { ...values, base: base_dn })
  return new AppError('directoryUnreachable', values)
}
