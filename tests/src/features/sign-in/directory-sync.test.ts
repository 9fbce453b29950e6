import { createServer, connect as openSocket, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nextSyncTime, startDirectorySchedule } from '#src/features/sign-in/directory-schedule.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import {
  baseDn,
  type DirectoryServer,
  dnOf,
  limitedReader,
  personLdif,
  reader,
  startDirectory,
} from '#tests/support/directory-server.ts'

const server = await startDirectory()
const directory = server as DirectoryServer
const local = test.runIf(server)
// three pages of an answer
const people = 1200

let app: TestApp

const form = () => ({
  host: '127.0.0.1',
  port: directory.port,
  base_dn: `ou=people,${baseDn}`,
  bind_dn: reader.dn,
  bind_password: reader.password,
  search_filter: '(objectClass=inetOrgPerson)',
  user_field: 'uid',
  name_field: 'cn',
})

const use = (more: object = {}) =>
  app.as('admin').adminSetting.saveLdapConfig({ ldap_open: '1', ldap_form: JSON.stringify({ ...form(), ...more }) })
const sync = (input = {}) => app.as('admin').adminSetting.syncLdapUsers(input)
const status = () => app.as('admin').adminSetting.syncLdapStatus()
const disabled = () => app.rows.all('user').filter((row) => row['is_disabled'] === 1).length
const account = (username: string) => app.rows.all('user').find((row) => row['username'] === username)
const audits = (action: string) => app.rows.all('audit_log').filter((row) => row['action'] === action)

beforeAll(() => {
  if (!server) return
  const many = Array.from({ length: people }, (_, at) => personLdif({ uid: `p${at}`, cn: `Person ${at}` }))
  directory.add(many.join('\n'))
})

afterAll(() => server?.close())

beforeEach(async () => {
  app = await createTestApp({ config: { outbound_allow: ['127.0.0.0/8'] } })
})

/** A way to the directory that ends every connection after so many bytes of answers, or never answers at all. */
async function startBrokenWay(bytes: number): Promise<{ port: number; server: Server }> {
  const way = createServer((client) => {
    client.on('error', () => undefined)
    if (bytes === 0) return
    const behind = openSocket(directory.port, '127.0.0.1')
    behind.on('error', () => undefined)
    client.pipe(behind)
    let left = bytes
    behind.on('data', (chunk) => {
      left -= chunk.length
      client.write(chunk)
      if (left < 0) client.destroy()
    })
    client.on('close', () => behind.destroy())
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  const address = way.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, server: way }
}

local('half an answer, and none, disable nobody', async () => {
  await use()
  expect(await sync()).toMatchObject({ sync_count: people, added: people, disabled: 0 })
  const [broken, silent] = [await startBrokenWay(70_000), await startBrokenWay(0)]
  try {
    // the form is stored as it is: it worked when it was saved
    const point = (more: object) =>
      app.rows.sqlite
        .prepare("UPDATE options SET option_value = ? WHERE option_name = 'ldap_form'")
        .run(JSON.stringify({ ...form(), ...more }))
    point({ port: broken.port })
    await expect(sync({ disable_many: '1' })).rejects.toMatchObject({ errorName: 'directoryUnreachable' })
    expect(disabled()).toBe(0)
    expect(await status()).toMatchObject({ error_message: expect.stringMatching(/No LDAP server answers/), missing: 0 })
    point({ port: silent.port, timeout: '1' })
    await expect(sync({ disable_many: '1' })).rejects.toMatchObject({ errorName: 'directoryUnreachable' })
    // the directory gives no more than 1,000
    point({ bind_dn: limitedReader.dn, bind_password: limitedReader.password })
    await expect(sync({ disable_many: '1' })).rejects.toMatchObject({ errorName: 'directorySearchFailed' })
    point({ bind_password: 'expired' })
    await expect(sync({ disable_many: '1' })).rejects.toMatchObject({ errorName: 'directoryBindRejected' })
    // an answer to the end, with nobody in it
    point({ search_filter: '(uid=nobody)' })
    expect(await sync({ disable_many: '1' })).toMatchObject({ sync_count: 0, disabled: 0, missing: people })
    // a base that holds only some
    point({ search_filter: '(uid=p1*)' })
    expect(await sync()).toMatchObject({ disabled: 0, missing: people - 311 })
    expect(disabled()).toBe(0)
    expect(audits('directorySyncFailed')).toHaveLength(4)
    expect(
      audits('directorySyncFailed')
        .map((row) => row['detail'])
        .join('\n'),
    ).toMatch(/directoryBindRejected.*reader/)
    expect(audits('directorySynced').at(-1)?.['detail']).toMatch(/889 gone, left alone/)
    // as many as the settings allow
    point({ search_filter: '(uid=p1*)', sync_most: '80' })
    expect(await sync()).toMatchObject({ disabled: people - 311, missing: 0 })
  } finally {
    for (const { server } of [broken, silent]) server.close()
  }
})

local('a second synchronisation changes nothing, and a change is applied', async () => {
  await use({ search_filter: '(uid=p1*)' })
  await sync()
  const before = [app.rows.all('user'), app.rows.all('user_identity'), audits('userChanged')]
  expect(await sync()).toMatchObject({ sync_count: 311, added: 0, disabled: 0 })
  expect([app.rows.all('user'), app.rows.all('user_identity'), audits('userChanged')]).toEqual(before)
  const replace = (cn: string) =>
    directory.modify(
      `dn: ${dnOf('p1')}\nchangetype: modify\nreplace: cn\ncn: ${cn}\n-\nreplace: mail\nmail: P1@x.example\n`,
    )
  replace('Other Name')
  await sync()
  expect(account('p1')).toMatchObject({ name: 'Other Name', email: 'p1@x.example' })
  directory.modify(`dn: ${dnOf('p1')}\nchangetype: modify\nreplace: cn\ncn: Person 1\n-\ndelete: mail\n`)
})

local('two people with one address both get an account, and the administrator reads whose it is not', async () => {
  directory.addPerson({ uid: 'twin1', cn: 'Twin', mail: 'Twin@x.example' })
  directory.addPerson({ uid: 'twin2', cn: 'Twin', mail: 'twin@x.example' })
  directory.addPerson({ uid: 'late', cn: 'Late', mail: 'twin@x.example' })
  try {
    await use({ search_filter: '(uid=twin*)' })
    expect(await sync()).toMatchObject({ sync_count: 2, added: 2, same_email: ['twin2'] })
    expect([account('twin1')?.['email'], account('twin2')?.['email']]).toEqual(['twin@x.example', ''])
    expect(await sync()).toMatchObject({ sync_count: 2, same_email: ['twin2'] })
    expect(audits('directorySynced').at(-1)?.['detail']).toMatch(/1 with an address of another account/)
    // at their own sign-in as well
    await use({ search_filter: '(objectClass=inetOrgPerson)' })
    const login = { username: 'late', password: 'a good password' }
    expect(await app.visitor.user.login(login)).toMatchObject({ username: 'late' })
    expect(account('late')).toMatchObject({ email: '' })
    expect(app.errors).toEqual([])
  } finally {
    directory.remove(dnOf('twin1'), dnOf('twin2'), dnOf('late'))
  }
})

local('a directory that does not answer stands in the audit log, once a minute', async () => {
  await use({ timeout: '1' })
  const silent = await startBrokenWay(0)
  try {
    app.rows.sqlite
      .prepare("UPDATE options SET option_value = ? WHERE option_name = 'ldap_form'")
      .run(JSON.stringify({ ...form(), port: silent.port, timeout: '1' }))
    for (let at = 0; at < 2; at++)
      await expect(app.visitor.user.login({ username: 'p5', password: 'x' })).rejects.toMatchObject({
        errorName: 'directoryDown',
      })
    // one entry a minute, for all people together
    expect(audits('loginFailed').map((row) => row['detail'])).toEqual(['LDAP: directoryDown'])
  } finally {
    silent.server.close()
  }
})

local('the schedule synchronises when it is due, once, and again soon after a failure', async () => {
  const schedule = startDirectorySchedule(app.app)
  const at = (text: string) => {
    app.app.now = () => new Date(text)
  }
  try {
    at('2026-03-02T10:00:00')
    await schedule.check()
    await use({ search_filter: '(uid=p1*)' })
    await schedule.check()
    expect(await status()).toMatchObject({ last_time: 0, next_time: 0 })
    await use({ sync: 'daily', sync_time: '03:00', search_filter: '(uid=p1*)' })
    await schedule.check()
    expect(await status()).toMatchObject({ is_scheduled: true, sync_count: 311, added: 311, error_message: '' })
    expect((await status()).next_time).toBe(new Date('2026-03-03T03:00:00').getTime() / 1000)
    at('2026-03-03T02:59:00')
    await schedule.check()
    expect(audits('directorySynced')).toHaveLength(1)
    await directory.stop()
    at('2026-03-03T03:00:30')
    await schedule.check()
    expect(await status()).toMatchObject({ error_message: expect.stringMatching(/127\.0\.0\.1/) })
    expect(audits('directorySyncFailed')).toHaveLength(1)
    await directory.start()
    at('2026-03-03T03:20:00')
    await schedule.check()
    expect(audits('directorySynced')).toHaveLength(1)
    at('2026-03-03T03:31:00')
    await Promise.all([schedule.check(), schedule.check()])
    expect(audits('directorySynced')).toHaveLength(2)
    expect(disabled()).toBe(0)
  } finally {
    await schedule.stop()
  }
  await expect(use({ sync: 'daily', sync_time: 'noon' })).rejects.toMatchObject({ errorName: 'syncTimeBad' })
})

test('when a synchronisation is due', () => {
  const run = { start_time: new Date('2026-03-02T03:00:05').getTime() / 1000, end_time: 0, is_scheduled: true }
  const due = (every: 'off' | 'hourly' | 'daily' | 'weekly', more = {}) => {
    const time = nextSyncTime({ every, time: '03:00' }, { ...run, end_time: run.start_time + 10, ...more })
    return time === undefined ? undefined : new Date(time * 1000).toString().slice(0, 21)
  }
  expect(nextSyncTime({ every: 'daily', time: '03:00' }, undefined)).toBe(0)
  expect(due('off')).toBeUndefined()
  expect(due('hourly')).toBe('Mon Mar 02 2026 04:00')
  expect(due('daily')).toBe('Tue Mar 03 2026 03:00')
  expect(due('weekly')).toBe('Mon Mar 09 2026 03:00')
  expect(due('weekly', { error: { name: 'directoryUnreachable', values: {} } })).toBe('Mon Mar 02 2026 03:30')
})
