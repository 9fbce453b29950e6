import { readFileSync } from 'node:fs'
import type { App } from '#src/core/app.ts'
import { type Config, StartError } from '#src/core/config.ts'
import { fail } from '#src/core/errors.ts'
import type { Db } from '#src/db/database.ts'
import { type OptionForm, readOptionForm, readOptions } from '#src/features/options/index.ts'

/** The settings of outgoing mail, as they are used. */
export interface MailSettings {
  host: string
  port: number
  /** `auto` takes STARTTLS where the server offers it. */
  security: 'auto' | 'tls' | 'starttls' | 'none'
  /** Certificates that are trusted besides the usual ones, as PEM; may be empty. */
  ca: string
  /** Empty to send without signing in. */
  user: string
  password: string
  from: string
  from_name: string
}

/** A form of settings that lacks a field, or has one that is no address. */
export interface IncompleteMail {
  missing: 'host' | 'from'
}

// Not everything that a mail server accepts, but nothing that could add a header or a second recipient.
const addressPattern = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/

/** Whether a text is one e-mail address. */
export const isAddress = (text: string): boolean => text.length <= 254 && addressPattern.test(text)

/** Returns an e-mail address as it is stored. @throws {AppError} mailAddressBad */
export function parseAddress(typed: string): string {
  const address = typed.trim().normalize('NFC').toLowerCase()
  return isAddress(address) ? address : fail('mailAddressBad')
}

/** Whether the settings of the start decide about mail, and not those of the console. */
export const isFromStart = (config: Config): boolean => config.smtp_host !== ''

/** Returns the settings of the start as the fields of the form; without the password when it is only shown. */
export const startForm = (config: Config): OptionForm => ({
  host: config.smtp_host,
  port: String(config.smtp_port),
  security: config.smtp_security,
  ca: config.smtp_ca,
  user: config.smtp_user,
  password: config.smtp_password,
  from: config.smtp_from,
})

/** Returns the settings of a form with their defaults, or the first field that is missing. */
export function parseMailSettings(form: OptionForm): MailSettings | IncompleteMail {
  const text = (name: string, otherwise = '') => form[name]?.trim() || otherwise
  const [, name = '', named = ''] = /^(.*?)(?::(\d{1,5}))?$/.exec(text('host').replace(/^smtps?:\/\//i, '')) ?? []
  if (name === '') return { missing: 'host' }
  if (!isAddress(text('from'))) return { missing: 'from' }
  const port = Number(named || text('port', '465'))
  const chosen = text('security', 'auto')
  return {
    host: name,
    port,
    security: chosen === 'tls' || chosen === 'starttls' || chosen === 'none' ? chosen : port === 465 ? 'tls' : 'auto',
    ca: text('ca'),
    user: text('user'),
    password: form['password'] ?? '',
    from: text('from'),
    from_name: text('from_name').replaceAll(/[\r\n]/g, ' '),
  }
}

/** Returns the settings of the start, with the certificates read. @throws {StartError} configUnreadable */
function startSettings(config: Config): MailSettings | IncompleteMail {
  const settings = parseMailSettings(startForm(config))
  if ('missing' in settings || config.smtp_ca === '') return settings
  try {
    return { ...settings, ca: readFileSync(config.smtp_ca, 'utf8') }
  } catch {
    throw new StartError('configUnreadable', { path: config.smtp_ca, from: 'smtp_ca' })
  }
}

/**
 * Returns the settings with which mail is sent; undefined while the site sends none.
 *
 * @throws {StartError} configUnreadable
 */
export async function findMailSettings(
  { config }: Pick<App, 'config'>,
  db: Db,
): Promise<MailSettings | IncompleteMail | undefined> {
  if (isFromStart(config)) return startSettings(config)
  return (await readOptions(db)).mail_open ? parseMailSettings(await readOptionForm(db, 'mail_form')) : undefined
}

/** Whether the site sends mail: for features that have another way. */
export async function canMail(app: Pick<App, 'config'>, db: Db): Promise<boolean> {
  if (isFromStart(app.config)) return isAddress(app.config.smtp_from)
  if (!(await readOptions(db)).mail_open) return false
  return !('missing' in parseMailSettings(await readOptionForm(db, 'mail_form')))
}

const missingFields = { host: 'mailHostMissing', from: 'mailFromMissing' } as const

/** @throws {AppError} mailHostMissing, mailFromMissing */
export const requireComplete = (settings: MailSettings | IncompleteMail): MailSettings =>
  'missing' in settings ? fail(missingFields[settings.missing]) : settings
