import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const wanted = { username: 'root', password: 'a good password', register_open: '0' as const, site_name: 'Our docs' }

test('creates the first administrator once, with the code from the log', async () => {
  const app = await createTestApp()
  const setup_code = app.app.setupCode.make()
  expect(await app.visitor.common.homePageSetting()).toMatchObject({ setup_needed: true, register_open: 1 })
  await expect(app.visitor.setup.create({ ...wanted, setup_code: 'AAAA-BBBB-CCCC' })).rejects.toMatchObject(
    refusal('setupCodeWrong'),
  )
  await expect(app.visitor.setup.create({ ...wanted, setup_code, password: '12345678' })).rejects.toMatchObject(
    refusal('passwordCommon'),
  )
  const made = await app.visitor.setup.create({ ...wanted, setup_code: setup_code.toLowerCase() })
  expect(made).toMatchObject({ username: 'root', groupid: '1' })
  expect(await app.visitor.common.homePageSetting()).toMatchObject({
    setup_needed: false,
    register_open: 0,
    site_name: 'Our docs',
    force_login: 0,
  })
  app.rows.sqlite.exec("INSERT INTO options VALUES ('force_login', '1')")
  expect(await app.visitor.common.homePageSetting()).toMatchObject({ force_login: 1 })
  await expect(app.visitor.setup.create({ ...wanted, setup_code })).rejects.toMatchObject(refusal('setupDone'))
})

test('checks the code before anything else, and a check does not use it up', async () => {
  const app = await createTestApp()
  const setup_code = app.app.setupCode.make()
  await expect(app.visitor.setup.check({ setup_code: 'AAAA-BBBB-CCCC' })).rejects.toMatchObject(
    refusal('setupCodeWrong'),
  )
  // correct checks do not count as guesses
  for (let at = 0; at < 15; at++) expect(await app.visitor.setup.check({ setup_code })).toEqual([])
  expect(await app.visitor.setup.create({ ...wanted, setup_code })).toMatchObject({ groupid: '1' })
  await expect(app.visitor.setup.check({ setup_code })).rejects.toMatchObject(refusal('setupDone'))
})

test('counts wrong codes equally, whether they are checked or used', async () => {
  const app = await createTestApp()
  app.app.setupCode.make()
  const setup_code = 'AAAA-BBBB-CCCC'
  for (let at = 0; at < 5; at++) {
    await expect(app.visitor.setup.check({ setup_code })).rejects.toMatchObject(refusal('setupCodeWrong'))
    await expect(app.visitor.setup.create({ ...wanted, setup_code })).rejects.toMatchObject(refusal('setupCodeWrong'))
  }
  await expect(app.visitor.setup.check({ setup_code })).rejects.toMatchObject(refusal('tooManyTries'))
})

test('two concurrent setups create one administrator', async () => {
  const app = await createTestApp()
  const setup_code = app.app.setupCode.make()
  const ends = await Promise.allSettled(
    ['one', 'two', 'three'].map((username) => app.visitor.setup.create({ ...wanted, username, setup_code })),
  )
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  expect(app.rows.all('user')).toHaveLength(1)
})

test('rejects every code when none was created', async () => {
  const app = await createTestApp()
  for (const setup_code of ['', 'undefined', '-']) {
    await expect(app.visitor.setup.create({ ...wanted, setup_code })).rejects.toMatchObject(refusal('setupCodeWrong'))
  }
})

test('shows the version to anyone', async () => {
  const app = await createTestApp()
  expect(await app.visitor.common.version()).toMatchObject({ version: expect.any(String) })
})

test('rejects a first administrator with a name that is taken, and accepts another name', async () => {
  const app = await createTestApp()
  await app.newUser('boss')
  const setup_code = app.app.setupCode.make()
  const create = (username: string) => app.visitor.setup.create({ setup_code, username, password: 'a good password' })
  await expect(create('Boss')).rejects.toMatchObject({ errorName: 'usernameTaken' })
  expect(await create('chief')).toMatchObject({ groupid: '1' })
})

test('says whether a password can be set by mail, and no more about mail', async () => {
  const site_url = 'https://docs.example.com'
  const mail = { smtp_host: 'smtp.example.com', smtp_from: 'docs@example.com', smtp_password: 'hidden' }
  for (const [config, reset_by_mail] of [
    [{ site_url }, false],
    [mail, false],
    [{ ...mail, smtp_from: '', site_url }, false],
    [{ ...mail, site_url }, true],
  ] as const) {
    const app = await createTestApp({ config })
    const info = await app.visitor.common.homePageSetting()
    expect(info).toMatchObject({ reset_by_mail })
    expect(JSON.stringify(info)).not.toMatch(/smtp|docs@|hidden/)
  }
})
