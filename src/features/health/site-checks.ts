import { isIP } from 'node:net'
import { dateText } from '#shared/contract/fields.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { StartError } from '#src/core/config.ts'
import { cliText } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import { verifyAudits } from '#src/features/audit/index.ts'
import { type BackupStatus, readBackupStatus, readPlaceOfSite } from '#src/features/backup/index.ts'
import {
  DirectoryError,
  parseDirectorySettings,
  readDirectoryForm,
  withDirectory,
} from '#src/features/directory/index.ts'
import { findMailSettings, MailError, talkToServer } from '#src/features/mail/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findIndexState } from '#src/features/search/index.ts'
import { readSyncRun } from '#src/features/sign-in/index.ts'
import { countAdministrators } from '#src/features/user/index.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome, problemOf } from './finding.ts'

/** What a check of the database gets: it is left out when there is none. */
type WithDb = HealthContext & { db: Db }

/** Checks that every page can be found. */
export async function checkSearch({ db }: WithDb): Promise<Outcome> {
  const state = await findIndexState(db)
  const values = { ...state }
  if (state.missing > 0)
    return { status: 'error', text: 'searchMissing', values, advice: 'reindex', paste: 'docstead reindex' }
  if (state.waiting > 0) return { status: 'info', text: 'searchWaiting', values, advice: 'wait' }
  return fine('searchOk', values)
}

/** Checks that somebody can administer the site, and another when they cannot. */
export async function checkAdministrators({ db }: WithDb): Promise<Outcome> {
  const count = await countAdministrators(db)
  const paste = 'docstead user add NAME --admin'
  if (count === 0) return { status: 'error', text: 'adminsNone', advice: 'firstAdmin', paste }
  if (count === 1) return { status: 'info', text: 'adminsOne', advice: 'addAdmin', paste }
  return fine('adminsMany', { count })
}

/** Checks that guessing passwords is slowed down. */
export const checkCaptcha = ({ config }: HealthContext): Outcome =>
  config.captcha === 'off'
    ? { status: 'warning', text: 'captchaOff', advice: 'captcha', paste: '"captcha": "failures"' }
    : fine('captchaOn')

/** Says who can create an account. */
export const checkRegistration = async ({ db }: WithDb): Promise<Outcome> =>
  (await readOptions(db)).register_open
    ? { status: 'info', text: 'registrationOpen', advice: 'closeRegistration' }
    : fine('registrationClosed')

/** Says what is required of passwords. */
export const checkPasswords = async ({ db }: WithDb): Promise<Outcome> =>
  (await readOptions(db)).strong_password_enabled
    ? fine('passwordsStrong')
    : { status: 'info', text: 'passwordsPlain', advice: 'strongPasswords' }

/** Says whether the editor can draft text. */
export const checkAi = async ({ db }: WithDb): Promise<Outcome> =>
  (await readOptions(db)).open_api_key === '' ? { status: 'info', text: 'aiMissing', advice: 'ai' } : fine('aiSet')

/** Checks that the directory service accepts the account that searches it, and that the last synchronisation ended well. */
export async function checkDirectory({ config, db, rules }: WithDb): Promise<Outcome | undefined> {
  const { isOpen, form } = await readDirectoryForm({ config, db })
  if (!isOpen) return undefined
  const settings = parseDirectorySettings(form)
  if ('missing' in settings)
    return { status: 'error', text: 'directoryEmpty', values: { field: settings.missing }, advice: 'fillIn' }
  const { host, port, security, bind_dn: dn } = settings
  const values = { host: `${host}:${port}` }
  try {
    await withDirectory(rules, settings, async () => undefined)
    const run = await readSyncRun({ db })
    const missing = run?.report?.missing ?? 0
    if (missing > 0) return { status: 'warning', text: 'directoryStopped', values: { missing }, advice: 'syncAgain' }
    if (!run?.error) return fine('directoryReady', values)
    return { status: 'warning', text: 'directoryFailed', values: { time: dateText(run.end_time) }, advice: 'syncAgain' }
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error
    if (error.step === 'bind')
      return {
        status: 'error',
        text: 'directoryRejected',
        values: { ...values, code: error.reason },
        advice: 'checkAccount',
        paste: `ldapwhoami -x${security === 'starttls' ? ' -ZZ' : ''} -H ${security === 'ldaps' ? 'ldaps' : 'ldap'}://${values.host} -D '${dn.replaceAll("'", "'\\''")}' -W`,
      }
    if (error.reason === 'notAllowed')
      return {
        status: 'error',
        text: 'directoryForbidden',
        values,
        advice: 'allowNetwork',
        paste: `"outbound_allow": ["${isIP(host) ? host : '10.0.0.0/8'}"]`,
      }
    return {
      status: 'error',
      text: 'directorySilent',
      values: { ...values, detail: error.detail || error.reason },
      advice: 'checkDirectory',
      paste: security === 'none' ? `nc -vz ${host} ${port}` : `openssl s_client -connect ${values.host}`,
    }
  }
}

/** Checks that the mail server lets the site in, and that links in mails can lead back. */
export async function checkMail({ config, db, rules }: WithDb): Promise<Outcome> {
  const settings = await findMailSettings({ config }, db)
  if (!settings) return { status: 'info', text: 'mailOff', advice: 'mailOff' }
  if ('missing' in settings)
    return { status: 'error', text: 'mailEmpty', values: { field: settings.missing }, advice: 'fillIn' }
  const { host, port, security, user } = settings
  const values = { host: `${host}:${port}`, user }
  try {
    await talkToServer(rules, settings, undefined)
    if ((await siteAddress({ config }, db)) === '')
      return {
        status: 'warning',
        text: 'mailNoAddress',
        values,
        advice: 'setAddress',
        paste: '"site_url": "https://docs.example.com"',
      }
    return fine('mailReady', values)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const detail = error.detail || error.reason
    if (error.reason === 'notAllowed')
      return {
        status: 'error',
        text: 'mailForbidden',
        values,
        advice: 'allowNetwork',
        paste: `"outbound_allow": ["${isIP(host) ? host : '10.0.0.0/8'}"]`,
      }
    if (error.step === 'signIn')
      return { status: 'error', text: 'mailRejected', values: { ...values, detail }, advice: 'mailAccount' }
    return {
      status: 'error',
      text: 'mailSilent',
      values: { ...values, detail },
      advice: 'mailServer',
      paste:
        security === 'tls'
          ? `openssl s_client -connect ${values.host}`
          : security === 'none'
            ? `nc -vz ${host} ${port}`
            : `openssl s_client -starttls smtp -connect ${values.host}`,
    }
  }
}

// In the server the check must not take long; the command line reads all of it.
const verifiedInServer = 20_000

/** Checks that nobody has changed the audit log. */
export async function checkAudit({ db, isServer }: WithDb): Promise<Outcome> {
  const { count, newest, broken } = await verifyAudits(db, isServer ? verifiedInServer : undefined)
  if (broken)
    return {
      status: 'error',
      text: 'auditBroken',
      values: { id: broken.id, time: dateText(broken.addtime) },
      advice: 'auditBroken',
    }
  return count === 0 ? fine('auditEmpty') : fine('auditOk', { count, mark: newest.slice(0, 12) || '—' })
}

const backUpNow = { advice: 'backUp', paste: 'docstead backup' } as const

/** Checks that the place of the backups can be read and is this site's; undefined when it is. */
async function checkBackupPlace({ config }: HealthContext, form: BackupStatus['form']): Promise<Outcome | undefined> {
  try {
    const { path, isShared } = await readPlaceOfSite(config, form)
    if (!isShared) return undefined
    return { status: 'warning', text: 'backupsShared', values: { path }, advice: 'ownPlace' }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { ...problemOf(error), status: 'warning', advice: 'reachPlace' }
  }
}

/** Checks that backups are made and are not older than the schedule allows. */
export async function checkBackups(at: HealthContext & { db: Db }): Promise<Outcome> {
  const { form, state, health, next_time } = await readBackupStatus(at)
  const values = { time: dateText(state.good_time), next: dateText(next_time ?? 0) }
  switch (health) {
    case 'failed': {
      const { text, values: own } = state.last_error ?? { text: 'backupFailed', values: { detail: '' } }
      const problem = { en: cliText('en', text, own), zh: cliText('zh', text, own) }
      return { status: 'error', text: 'backupsFailed', values: { ...values, problem }, ...backUpNow }
    }
    case 'late':
      return state.good_time === 0
        ? { status: 'warning', text: 'backupsNone', ...backUpNow }
        : { status: 'warning', text: 'backupsOld', values, ...backUpNow }
    case 'off':
      return { status: 'warning', text: 'backupsOff', advice: 'schedule' }
    case 'waiting':
      return (await checkBackupPlace(at, form)) ?? { status: 'info', text: 'backupsWaiting', values }
    case 'ok':
      return (await checkBackupPlace(at, form)) ?? fine('backupsOk', values)
  }
}
