import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import {
  connectionErrorText,
  isCertificateError,
  OutboundError,
  type OutboundRules,
  safeConnect,
  tlsOptionsFor,
} from '#src/core/safe-fetch.ts'
import type { MailSettings } from './settings.ts'

/** The step of sending a mail that failed. */
export type MailStep = 'connect' | 'encrypt' | 'signIn' | 'sender' | 'recipient' | 'send'

/** A mail server that does not do what it should. */
export class MailError extends Error {
  readonly step: MailStep
  /** `notAllowed`, `unreachable`, `tooSlow`, `certificate`, `unencrypted`, or the code of the server's reply. */
  readonly reason: string
  /** What the server or the machine says, for administrators. */
  readonly detail: string

  constructor(step: MailStep, reason: string, detail: string, cause?: unknown) {
    super(`mail: ${step}: ${reason}`, { cause })
    this.name = 'MailError'
    this.step = step
    this.reason = reason
    this.detail = detail.split('\n')[0]?.slice(0, 300) ?? ''
  }

  /** Whether the same mail cannot be sent later either: the server knows the recipient, and rejects them for good. */
  get isFinal(): boolean {
    return (this.step === 'recipient' || this.step === 'send') && this.reason.startsWith('5')
  }

  /** Whether the failure concerns every mail. */
  get isOfServer(): boolean {
    return this.step !== 'recipient' && this.step !== 'send'
  }
}

/** A mail that is ready to be sent. */
interface ReadyMail {
  to: string
  /** The whole message with its headers. */
  message: Buffer
}

/** What was done, for a test: a step and what is to be said about it. */
type OnStep = (step: MailStep, values: Record<string, string>) => void

const greetingMs = 10_000
const totalMs = 30_000

interface SmtpFailure extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

const commandSteps: Record<string, MailStep> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'send' }

function failureOf(at: MailStep, error: unknown): MailError {
  if (error instanceof MailError) return error
  if (error instanceof OutboundError) {
    const cause = error.cause instanceof Error ? error.cause : error
    return new MailError(at, error.reason, connectionErrorText(cause), error)
  }
  const { code = '', command = '', message, response, responseCode, cause } = error as SmtpFailure
  if (isCertificateError(error) || isCertificateError(cause) || /certificate|altnames/i.test(message))
    return new MailError('encrypt', 'certificate', connectionErrorText({ message }), error)
  if (code === 'ETLS' || command === 'STARTTLS' || /wrong version|ssl|tls/i.test(message))
    return new MailError('encrypt', 'unencrypted', response || message, error)
  const step = commandSteps[command] ?? at
  if (responseCode) return new MailError(step, String(responseCode), response ?? message, error)
  const isLate = code === 'ETIMEDOUT' || /timed? ?out/i.test(message)
  // nodemailer names what the server said twice
  const said = message.replace(/\.? response=.*?: /s, ': ')
  return new MailError(step, isLate ? 'tooSlow' : 'unreachable', said, error)
}

/**
 * Talks to the mail server: connects by the rules for outgoing requests, encrypts, signs in, and sends `mail` if given.
 *
 * @param onStep is called after each step that succeeded
 * @returns what the server said last
 * @throws {MailError}
 */
export async function talkToServer(
  rules: OutboundRules,
  settings: MailSettings,
  mail: ReadyMail | undefined,
  { onStep = () => undefined, name, signal }: { onStep?: OnStep; name?: string; signal?: AbortSignal } = {},
): Promise<string> {
  const { host, port, security, ca, user, password, from } = settings
  const limits = { connectMs: 5_000, totalMs, answerBytes: 0 }
  // Most sites never send a mail, and most requests none.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const socket = await safeConnect({ ...rules, limits }, { host, port, isTls: false }).catch((error: unknown) => {
    throw failureOf('connect', error)
  })
  const options: SMTPConnectionOptions = {
    host,
    port,
    connection: socket,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: tlsOptionsFor(host, ca),
    greetingTimeout: greetingMs,
    connectionTimeout: greetingMs,
    socketTimeout: totalMs,
    maxResponseSize: 20_000,
    logger: false,
    ...(name && { name }),
  }
  const connection = new SMTPConnection(options)
  let step: MailStep = 'connect'
  const total = setTimeout(() => connection.close(), totalMs)
  const stop = () => connection.close()
  signal?.addEventListener('abort', stop, { once: true })
  let rejectAll: (error: unknown) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    rejectAll = reject
  })
  broken.catch(() => undefined)
  connection.on('error', (error: unknown) => rejectAll(error))
  connection.on('end', () => rejectAll(new MailError(step, 'unreachable', 'the server closed the connection')))
  /** Runs one exchange; it ends when the connection ends, too. */
  const exchange = <T>(run: (done: (error?: Error | null, value?: T) => void) => void) =>
    Promise.race([
      new Promise<T | undefined>((resolve, reject) => {
        run((error, value) => (error ? reject(error) : resolve(value)))
      }),
      broken,
    ])
  try {
    await exchange((done) => connection.connect(done))
    onStep('connect', { host: `${host}:${port}` })
    // A password must not cross a network in the clear unless an administrator has chosen so.
    if (user !== '' && !connection.secure && security !== 'none')
      throw new MailError('encrypt', 'unencrypted', 'the server offers no STARTTLS')
    onStep('encrypt', { kind: connection.secure ? (security === 'tls' ? 'tls' : 'starttls') : 'none' })
    step = 'signIn'
    if (user !== '') {
      await exchange((done) => connection.login({ user, pass: password, credentials: { user, pass: password } }, done))
      onStep('signIn', { user })
    }
    if (!mail) return ''
    step = 'sender'
    const sent = await exchange<{ response: string }>((done) =>
      connection.send({ from, to: [mail.to], size: mail.message.length }, mail.message, done),
    )
    onStep('sender', { from })
    onStep('recipient', { to: mail.to })
    onStep('send', { answer: sent?.response ?? '' })
    return sent?.response ?? ''
  } catch (error) {
    throw failureOf(step, error)
  } finally {
    clearTimeout(total)
    signal?.removeEventListener('abort', stop)
    connection.quit()
    connection.close()
  }
}
