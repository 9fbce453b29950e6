import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { localhostCertificate } from './localhost-certificate.ts'

/** A mail that has arrived. */
export interface ArrivedMail {
  from: string
  to: string[]
  /** The message with its headers, as it came over the line. */
  raw: string
  /** The value of a header, with its folded lines joined; empty without one. */
  header(name: string): string
  /** The text of a part, decoded. */
  text(type: 'text/plain' | 'text/html'): string
}

/** A real SMTP server of this process. */
export interface MailServer {
  host: string
  port: number
  ca: string
  mails: ArrivedMail[]
  /** Answers that the next commands get instead: code and text, by the address they are about. */
  rejects: Map<string, { code: number; text: string }>
  close(): Promise<void>
}

/** The account that the server knows. */
export const mailAccount = { user: 'docs', password: 'mail password' }

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function parse(from: string, to: string[], raw: string): ArrivedMail {
  const headerOf = (part: string, name: string): string => {
    const head = (part.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ')
    const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
    return line.slice(name.length + 1).trim()
  }
  return {
    from,
    to,
    raw,
    header: (name) => decodeWords(headerOf(raw, name)),
    text(type) {
      const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '-'
      const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
      const body = part.slice(part.indexOf('\r\n\r\n') + 4)
      return headerOf(part.trimStart(), 'Content-Transfer-Encoding') === 'base64'
        ? Buffer.from(body, 'base64').toString('utf8')
        : decodeQuoted(body)
    },
  }
}

/** Starts an SMTP server. `tls` from the first byte, `starttls` on request, or neither. */
export async function startMailServer(
  security: 'tls' | 'starttls' | 'none',
  { needsAccount = true }: { needsAccount?: boolean } = {},
): Promise<MailServer> {
  const mails: ArrivedMail[] = []
  const rejects: MailServer['rejects'] = new Map()
  const rejection = (address: string): Error | undefined => {
    const found = rejects.get(address)
    return found && Object.assign(new Error(found.text), { responseCode: found.code })
  }
  const server = new SMTPServer({
    secure: security === 'tls',
    ...localhostCertificate,
    authOptional: !needsAccount,
    allowInsecureAuth: security === 'none',
    disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(needsAccount ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === mailAccount.user && password === mailAccount.password) done(null, { user: username })
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onMailFrom({ address }, _session, done) {
      done(rejection(address))
    },
    onRcptTo({ address }, _session, done) {
      done(rejection(address))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        mails.push(
          parse(
            from,
            rcptTo.map((one) => one.address),
            Buffer.concat(chunks).toString('latin1'),
          ),
        )
        done(null, `queued as ${mails.length}`)
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: 'localhost',
    port: (server.server.address() as AddressInfo).port,
    ca: localhostCertificate.cert,
    mails,
    rejects,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
