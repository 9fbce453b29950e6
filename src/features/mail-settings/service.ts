import type { z } from 'zod'
import type { adminMail } from '#shared/contract/admin-mail.ts'
import type { ErrorName } from '#shared/contract/errors.ts'
import { settingForms, settingText } from '#shared/settings.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { getSettingSource } from '#src/core/config.ts'
import { countConnectionTest } from '#src/core/connection-tests.ts'
import { fail, type MessageValues } from '#src/core/errors.ts'
import { errorText, fillText, type Lang, mailTexts } from '#src/core/i18n.ts'
import { transact } from '#src/db/database.ts'
import { maskForm, mergeForm } from '#src/features/admin/index.ts'
import { type Actor, insertAudit, recordFailedConnection } from '#src/features/audit/index.ts'
import {
  composeMail,
  isFromStart,
  type MailContent,
  MailError,
  type MailSettings,
  type MailStep,
  parseAddress,
  parseMailSettings,
  readMailForm,
  requireComplete,
  startFields,
  startForm,
  talkToServer,
} from '#src/features/mail/index.ts'
import { readOptionForm, readOptions, upsertOptions } from '#src/features/options/index.ts'
import { endPauses } from '#src/features/outbox/index.ts'

const fields = settingForms.mail_form

/**
 * Requires that what was sent changes nothing that the start sets: forms send everything that they show.
 *
 * @throws {AppError} mailFromStart, settingFromStart
 */
function requireWithinStart(
  { config }: Pick<App, 'config'>,
  typed: Readonly<Record<string, boolean | number | string | undefined>>,
  open: boolean | undefined,
): void {
  const isFixed = isFromStart(config)
  const from = getSettingSource(config, 'smtp_host').source_name
  if (isFixed && open === false) fail('mailFromStart', { from })
  const shown = maskForm(startForm(config), fields)
  for (const [field, name] of Object.entries(startFields(config))) {
    if (typed[field] === undefined || String(typed[field]) === shown[field]) continue
    if (name.startsWith('smtp_') && isFixed) fail('mailFromStart', { from })
    fail('settingFromStart', { name, from: getSettingSource(config, name).source_name })
  }
}

/** Returns what was typed without what the start sets, which is not Admin's to store. */
const withoutStart = <T extends object>({ config }: Pick<App, 'config'>, typed: T): T =>
  Object.fromEntries(Object.entries(typed).filter(([field]) => !(field in startFields(config)))) as T

/** Returns the mail settings as they are shown. */
export async function loadMail(app: App) {
  const { mail_open } = await readOptions(app.db)
  return {
    mail_open: settingText(mail_open || isFromStart(app.config)),
    mail_form: maskForm(await readMailForm(app, app.db), fields) as z.input<typeof adminMail.load.output>['mail_form'],
    from_start: isFromStart(app.config) ? getSettingSource(app.config, 'smtp_host').source_name : '',
    has_address: (await siteAddress(app, app.db)) !== '',
  }
}

/**
 * Saves the mail settings. Fields that are left out stay unchanged. Mail that waits is tried at once with the new ones.
 *
 * @throws {AppError} mailHostMissing, mailFromMissing, mailFromStart, settingFromStart, mailTimeBad
 */
export async function saveMail(app: App, actor: Actor, input: z.output<typeof adminMail.save.input>): Promise<void> {
  const { mail_open: open, mail_form: typed = {} } = input
  const time = typed.digest_time
  if (time && !/^([01]?\d|2[0-3]):[0-5]\d$/.test(time)) fail('mailTimeBad')
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const isOpen = (await readOptions(tx)).mail_open
    const stored = await readOptionForm(tx, 'mail_form')
    requireWithinStart(app, typed, open)
    const merged = mergeForm(stored, withoutStart(app, typed), fields)
    const changed = Object.keys(merged).filter((name) => merged[name] !== (stored[name] ?? ''))
    if (!isFromStart(app.config) && (open ?? isOpen)) requireComplete(parseMailSettings(merged))
    const next = new Map([['mail_form', JSON.stringify(merged)]])
    if (open !== undefined) next.set('mail_open', settingText(open))
    await upsertOptions(tx, next)
    const names = [
      ...(open !== undefined && open !== isOpen ? ['mail_open'] : []),
      ...changed.map((name) => `mail.${name}`),
    ]
    if (names.length === 0) return
    await insertAudit(
      tx,
      { ...actor, action: 'settingsChanged', object_type: 'setting', detail: names.join(', ') },
      now,
    )
  })
  endPauses()
}

/** One step of trying the mail server. */
interface MailTestStep {
  step: MailStep
  outcome: 'ok' | 'failed'
  values: Record<string, string>
  /** Why it failed and what to try, in the caller's language. */
  error_message: string
}

/** Returns the message for administrators that says why a mail could not be sent, and what to try. */
function failureText(
  { step, reason, detail }: MailError,
  { host, port, user, from }: MailSettings,
  to: string,
): { name: ErrorName; values: MessageValues } {
  const values = { host: `${host}:${port}`, detail: detail || reason, user, from, to }
  if (reason === 'notAllowed') return { name: 'mailForbidden', values }
  if (reason === 'certificate') return { name: 'mailCertificate', values }
  if (step === 'encrypt') return { name: 'mailUnencrypted', values }
  if (step === 'signIn') return { name: 'mailSignInRejected', values }
  if (step === 'sender') return { name: 'mailSenderRejected', values }
  if (step === 'recipient') return { name: 'mailRecipientRejected', values }
  if (step === 'send') return { name: 'mailRejected', values }
  return { name: 'mailUnreachable', values }
}

/** Returns the mail of a test. */
function testContent(lang: Lang, { site_name, site_url }: { site_name: string; site_url: string }): MailContent {
  const { test, open } = mailTexts(lang)
  return {
    subject: fillText(test.subject, { site: site_name }),
    lines: [fillText(test.text, { site: site_name })],
    ...(site_url !== '' && { link: { label: fillText(open, { site: site_name }), url: site_url } }),
  }
}

/**
 * Goes through everything that sending a mail does, step by step, until one fails.
 *
 * @throws {AppError} mailHostMissing, mailFromMissing, mailAddressBad, tooManyTests
 */
export async function testMail(
  app: App,
  actor: Actor,
  { mail_form, to }: z.output<typeof adminMail.test.input>,
  lang: Lang,
): Promise<MailTestStep[]> {
  const stored = await readMailForm(app, app.db)
  const settings: MailSettings = requireComplete(
    parseMailSettings(
      mail_form && !isFromStart(app.config) ? mergeForm(stored, withoutStart(app, mail_form), fields) : stored,
    ),
  )
  const address = to.trim() === '' ? undefined : parseAddress(to)
  countConnectionTest(app, 'mail', actor.uid)
  const steps: MailTestStep[] = []
  try {
    const mail =
      address === undefined
        ? undefined
        : {
            to: address,
            message: await composeMail(settings, {
              to: address,
              lang,
              content: testContent(lang, { ...(await readOptions(app.db)), site_url: await siteAddress(app, app.db) }),
              delivery_id: `test-${app.now().getTime()}`,
              date: app.now(),
            }),
          }
    await talkToServer({ allow: app.config.outbound_allow }, settings, mail, {
      onStep: (step, values) => steps.push({ step, outcome: 'ok', values, error_message: '' }),
    })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const { name, values } = failureText(error, settings, address ?? '')
    await recordFailedConnection(app, actor, 'SMTP', { errorName: name, values })
    steps.push({
      step: error.step,
      outcome: 'failed',
      values: { answer: error.detail },
      error_message: errorText(lang, name, values),
    })
  }
  return steps
}
