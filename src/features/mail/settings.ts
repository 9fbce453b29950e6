import { readFileSync } from 'node:fs'
import type { App } from '#src/core/app.ts'
import { type Config, type SettingName, StartError } from '#src/core/config.ts'
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
interface IncompleteMail {
  missing: 'host' | 'from'
}

// Not everything that a mail server accepts, but nothing that could add a header or a second recipient.
const addressPattern = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/

/** Whether a text is one e-mail address. */
const isAddress = (text: string): boolean => text.length <= 254 && addressPattern.test(text)

/** Returns an e-mail address as it is stored. @throws {AppError} mailAddressBad */
export function parseAddress(typed: string): string {
  const address = typed.trim().normalize('NFC').toLowerCase()
  return isAddress(address) ? address : fail('mailAddressBad')
}

/** Whether the settings of the start decide about mail, and not those of Admin. */
export const isFromStart = (config: Config): boolean => config.smtp_host !== ''

/** The settings of the start that replace the fields of the form together, as soon as one names a server. */
const serverSettings = {
  host: 'smtp_host',
  port: 'smtp_port',
  security: 'smtp_security',
  ca: 'smtp_ca',
  user: 'smtp_user',
  password: 'smtp_password',
  from: 'smtp_from',
} as const satisfies Record<string, SettingName>

/** Those that replace one field each. */
const fieldSettings = {
  from_name: 'smtp_from_name',
  digest_time: 'digest_time',
  notice_text: 'notice_text',
} as const satisfies Record<string, SettingName>

/** Returns the setting of the start that decides about each field of the form; a field of Admin has none. */
export const startFields = (config: Config): Readonly<Record<string, SettingName>> => ({
  ...(isFromStart(config) && serverSettings),
  ...Object.fromEntries(Object.entries(fieldSettings).filter(([, name]) => config[name] !== '')),
})

/** Returns the settings of the start as the fields of the form. */
export const startForm = (config: Config): OptionForm =>
  Object.fromEntries(Object.entries(startFields(config)).map(([field, name]) => [field, String(config[name])]))

/** Returns the form with which mail is sent: that of Admin, with what the start sets in place of its own. */
export const readMailForm = async ({ config }: Pick<App, 'config'>, db: Db): Promise<OptionForm> => ({
  ...(await readOptionForm(db, 'mail_form')),
  ...startForm(config),
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

/** Returns settings of the start, with the certificates read. @throws {StartError} configUnreadable */
function startSettings(config: Config, form: OptionForm): MailSettings | IncompleteMail {
  const settings = parseMailSettings(form)
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
  app: Pick<App, 'config'>,
  db: Db,
): Promise<MailSettings | IncompleteMail | undefined> {
  const form = await readMailForm(app, db)
  if (isFromStart(app.config)) return startSettings(app.config, form)
  return (await readOptions(db)).mail_open ? parseMailSettings(form) : undefined
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
