/**
 * Measures the synchronisation of a large directory: `node tests/measure-directory.ts [people]`. Starts slapd and the
 * server on folders of their own, synchronises everyone twice, then with a team for everyone, and prints how long it
 * takes, how long other requests wait meanwhile, the memory of the server, and how long a sign-in takes.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { baseDn, dnOf, freePort, personLdif, reader, startDirectory } from '#tests/support/directory-server.ts'

const people = Number(process.argv[2] ?? 50_000)
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const data = mkdtempSync(join(tmpdir(), 'docstead-measure-'))
const env = {
  ...process.env,
  DOCSTEAD_DATA: data,
  DOCSTEAD_PORT: String(port),
  DOCSTEAD_CAPTCHA: 'off',
  DOCSTEAD_OUTBOUND_ALLOW: '127.0.0.0/8',
  DOCSTEAD_LOG_LEVEL: 'error',
}

const directory = await startDirectory()
if (!directory) throw new Error('there is no slapd here')

function* entries(): Generator<string> {
  for (let at = 0; at < people; at++) {
    // a stored hash: slapd does not make one for each
    yield personLdif({ uid: `user${at}`, cn: `Person ${at} 人员`, mail: `user${at}@firm.example` })
  }
  const members = Array.from({ length: people }, (_, at) => `member: ${dnOf(`user${at}`)}`).join('\n')
  yield `dn: cn=everyone,ou=groups,${baseDn}\nobjectClass: groupOfNames\ncn: everyone\n${members}\n`
}

const started = performance.now()
await directory.load([...entries()].join('\n'))
console.log(`${people} people in slapd after ${Math.round(performance.now() - started)} ms`)

const node = process.execPath
const added = spawnSync(node, ['src/main.ts', 'user', 'add', 'admin', '--admin', '--password-stdin'], {
  env,
  input: 'measures a directory\n',
})
if (added.status !== 0) throw new Error(String(added.stderr))
const server = spawn(node, ['src/main.ts', 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })

const memory = (name: 'VmHWM' | 'VmRSS'): number => {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}

/** Repeats a request until `isDone`, and returns how long each took, the longest first. */
async function repeat(request: () => Promise<unknown>, isDone: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isDone()) {
    const at = performance.now()
    await request()
    times.push(performance.now() - at)
    await delay(5)
  }
  return times.sort((one, other) => other - one)
}

const shown = (times: readonly number[]): string => {
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return `longest ${at(0)} ms, 99 % below ${at(0.01)} ms, median ${at(0.5)} ms, ${times.length} requests`
}

try {
  for (let at = 0; at < 200; at++) {
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break
    await delay(50)
  }
  let token = ''
  const client = createClient<Contract>({
    base: url,
    headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
  })
  token = (await client.user.login({ username: 'admin', password: 'measures a directory' })).user_token
  const { item_id } = await client.item.add({ item_name: 'Item' })
  const { page_id } = await client.page.save({ item_id, page_title: 'Page', page_content: 'Text' })
  const form = {
    host: '127.0.0.1',
    port: directory.port,
    base_dn: baseDn,
    bind_dn: reader.dn,
    bind_password: reader.password,
    search_filter: '(objectClass=inetOrgPerson)',
    user_field: 'uid',
    name_field: 'cn',
    timeout: '60',
  }
  const saveForm = (more: object) =>
    client.adminSetting.saveLdapConfig({ ldap_open: '1', ldap_form: JSON.stringify({ ...form, ...more }) })

  let number = 0
  const measure = async (name: string) => {
    let isDone = false
    const before = memory('VmRSS')
    const at = performance.now()
    const sync = client.adminSetting.syncLdapUsers({}, { timeoutMs: 600_000 }).finally(() => {
      isDone = true
    })
    const [report, reads, saves] = await Promise.all([
      sync.then((report) => [report, Math.round(performance.now() - at)] as const),
      repeat(
        () => client.page.info({ page_id }),
        () => isDone,
      ),
      repeat(
        () => client.page.save({ item_id, page_id, page_title: 'Page', page_content: `Text ${++number}` }),
        () => isDone,
      ),
    ])
    const [{ sync_count, added, disabled }, ms] = report
    console.log(`${name}: ${ms} ms; ${sync_count} people, ${added} added, ${disabled} disabled`)
    console.log(`  reading a page: ${shown(reads)}`)
    console.log(`  saving a page: ${shown(saves)}`)
    console.log(`  memory: ${before} MB before, ${memory('VmRSS')} MB after, at most ${memory('VmHWM')} MB`)
  }
  await saveForm({})
  await measure('everyone is new')
  await measure('nothing has changed')
  await client.team.save({ team_name: 'Everyone' })
  await saveForm({ member_group: 'everyone', team_groups: `cn=everyone,ou=groups,${baseDn} = Everyone` })
  await measure('everyone gets into a team')
  await measure('nothing has changed, with the team')
  const visitor = createClient<Contract>({ base: url, headers: () => ({}) })
  let person = 0
  const logIns = await repeat(
    () => visitor.user.login({ username: `user${person++}`, password: 'a good password' }),
    () => person === 50,
  )
  console.log(`signing in with the directory: ${shown(logIns)}`)
  const own = await repeat(
    () => visitor.user.login({ username: 'admin', password: 'measures a directory' }),
    () => ++person === 101,
  )
  console.log(`signing in with a password of the site: ${shown(own)}`)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await directory.close()
  rmSync(data, { recursive: true, force: true })
}
