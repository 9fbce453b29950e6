/**
 * Measures signing in with OpenID Connect: `node tests/measure-sign-in.ts [rounds]`. Starts npm's oidc-provider and the
 * server on a folder of its own, signs in again and again, and prints how long this server takes beside the provider.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#tests/support/directory-server.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'

const rounds = Number(process.argv[2] ?? 100)
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const data = mkdtempSync(join(tmpdir(), 'docstead-measure-'))
const provider = await startOpenIdProvider()
const { issuer, client } = provider
const env = {
  ...process.env,
  DOCSTEAD_DATA: data,
  DOCSTEAD_PORT: String(port),
  DOCSTEAD_SITE_URL: url,
  DOCSTEAD_OUTBOUND_ALLOW: '127.0.0.0/8',
  DOCSTEAD_LOG_LEVEL: 'error',
  DOCSTEAD_SIGN_IN_PROVIDERS: JSON.stringify([
    { id: 'keycloak', issuer, client_id: client.id, client_secret: client.secret, new_accounts: true },
  ]),
}
const node = process.execPath
const added = spawnSync(node, ['src/main.ts', 'user', 'add', 'admin', '--admin', '--password-stdin'], {
  env,
  input: 'measures a sign-in\n',
})
if (added.status !== 0) throw new Error(String(added.stderr))
const server = spawn(node, ['src/main.ts', 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })

/** Opens an address of the site and returns where it leads, with the cookies that it sets. */
async function open(address: string, cookie: string): Promise<{ to: URL; cookie: string }> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return { to: new URL(location, url), cookie: set.join('; ') }
}

/** Signs one person in. Returns how long this server took, without the time of the provider, in ms. */
async function signIn(sub: string): Promise<number> {
  let began = performance.now()
  let before = provider.spentMs()
  const there = await open(`${url}/sign-in/keycloak`, '')
  let own = performance.now() - began - (provider.spentMs() - before)
  provider.allowCallback(there.to.searchParams.get('redirect_uri') ?? '')
  const back = await provider.signIn(there.to.href, sub)
  began = performance.now()
  before = provider.spentMs()
  const { to } = await open(back.href, there.cookie)
  own += performance.now() - began - (provider.spentMs() - before)
  if (to.pathname !== '/user/loginByUserToken') throw new Error(`not signed in: ${to.href}`)
  return own
}

const shown = (times: number[]): string => {
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return `median ${at(0.5)} ms, 95 % below ${at(0.95)} ms, longest ${at(1)} ms, ${times.length} sign-ins`
}

try {
  for (let at = 0; at < 200; at++) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await delay(50)
  }
  for (let at = 0; at < rounds; at++)
    provider.people.set(`u-${at}`, { sub: `u-${at}`, preferred_username: `user${at}`, name: `Person ${at}` })
  console.log(`the first of all: ${Math.round(await signIn('u-0'))} ms`)
  const times = { new: [] as number[], known: [] as number[] }
  for (let at = 1; at < rounds; at++) times.new.push(await signIn(`u-${at}`))
  for (let at = 1; at < rounds; at++) times.known.push(await signIn(`u-${at}`))
  console.log(`new people: ${shown(times.new)}`)
  console.log(`known people: ${shown(times.known)}`)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await provider.close()
  rmSync(data, { recursive: true, force: true })
}
