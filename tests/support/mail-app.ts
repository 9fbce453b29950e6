import { createTestApp, type TestApp } from './app.ts'
import { type ArrivedMail, type MailServer, mailAccount, startMailServer } from './mail-server.ts'

/** A site that sends mail through a real server of this process. */
export interface MailApp {
  app: TestApp
  server: MailServer
  /** Gives an account a confirmed address, and returns it. */
  withAddress(username: string): string
  /** The path and query of the first link to the site in a mail. */
  linkIn(mail: ArrivedMail | undefined): string
}

/** The public address of the site. */
export const siteUrl = 'https://docs.example.com'

/** Starts a site that sends mail; the caller closes the server. */
export async function createMailApp(config: Record<string, unknown> = {}): Promise<MailApp> {
  const server = await startMailServer('none')
  const app = await createTestApp({
    config: {
      outbound_allow: ['127.0.0.0/8', '::1'],
      site_url: siteUrl,
      smtp_host: server.host,
      smtp_port: server.port,
      smtp_security: 'none',
      smtp_user: mailAccount.user,
      smtp_password: mailAccount.password,
      smtp_from: 'docs@example.com',
      ...config,
    },
  })
  return {
    app,
    server,
    withAddress(username) {
      const email = `${username}@example.com`
      app.rows.sqlite.prepare('UPDATE user SET email = ?, email_verify = 1 WHERE uid = ?').run(email, app.uid(username))
      return email
    },
    linkIn: (mail) => /https:\/\/docs\.example\.com(\S*)/.exec(mail?.text('text/plain') ?? '')?.[1] ?? '',
  }
}
