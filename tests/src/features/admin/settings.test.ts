import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import { readConfig } from '#src/core/config.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const refusal = (errorName: string) => ({ errorName })
const password = 'a good password'
const optionOf = (app: TestApp, name: string) =>
  app.rows.all('options').find((row) => row['option_name'] === name)?.['option_value']

test('returns the default of every setting before anything is saved', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  expect(await adminSetting.loadConfig()).toMatchObject({
    register_open: '1',
    home_page: '1',
    home_item: '',
    beian: '',
    history_version_count: '20',
    show_watermark: '0',
    site_url: '',
    open_api_key: '',
    open_ai_host: '',
    oss_open: '0',
    oss_setting: { oss_type: 'aliyun', protocol: 'http', secret: '' },
    session_expire_days: '180',
  })
  expect(await adminSetting.loadLdapConfig()).toMatchObject({
    ldap_open: '0',
    ldap_form: { port: '389', version: '3', search_filter: '(cn=*)', bind_password: '' },
  })
  expect(await adminSetting.loadOauth2Config()).toMatchObject({ oauth2_open: '0', oauth2_form: { protocol: 'https' } })
  for (const load of ['loadConfig', 'loadLdapConfig', 'loadOauth2Config', 'getLoginSecretKey'] as const) {
    await expect(app.as('ann').adminSetting[load]()).rejects.toMatchObject({ code: 10103 })
    await expect(app.visitor.adminSetting[load]()).rejects.toMatchObject({ code: 10102 })
  }
})

test('saves the fields of a JSON body and leaves the others unchanged', async () => {
  const app = await createTestApp()
  const save = (body: object) =>
    app.call('adminSetting/saveConfig', JSON.stringify(body), {
      as: 'admin',
      headers: { 'content-type': 'application/json' },
    })
  const body = { register_open: false, beian: 'ICP 1', show_watermark: 1, history_version_count: '5', home_page: 2 }
  expect((await save(body)).json).toEqual({ error_code: 0, data: [] })
  expect((await save({ site_url: 'https://docs.example/', home_item: '' })).json).toMatchObject({ error_code: 0 })
  expect(await app.as('admin').adminSetting.loadConfig()).toMatchObject({
    register_open: '0',
    beian: 'ICP 1',
    show_watermark: '1',
    history_version_count: '5',
    home_page: '2',
    site_url: 'https://docs.example',
  })
  expect(await app.visitor.common.homePageSetting()).toMatchObject({
    register_open: 0,
    beian: 'ICP 1',
    home_page: '2',
    site_url: 'https://docs.example',
  })
})

test('rejects invalid settings and saves none of the others', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  const save = (more: object) => adminSetting.saveConfig({ beian: 'changed', ...more })
  await expect(save({ home_page: '4' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(save({ home_page: '3', home_item: '77' })).rejects.toMatchObject(refusal('homeItemUnknown'))
  await expect(save({ home_page: '3' })).rejects.toMatchObject(refusal('homeItemUnknown'))
  await expect(save({ history_version_count: '0' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(save({ history_version_count: '1001' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(save({ session_expire_days: '181' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(save({ site_url: 'javascript:1' })).rejects.toMatchObject(refusal('siteUrlBad'))
  await expect(save({ open_api_host: 'file:///x' })).rejects.toMatchObject(refusal('serviceAddressBad'))
  await expect(save({ oss_setting: '{"oss_type":"ftp"}' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(app.as('ann').adminSetting.saveConfig({ beian: 'x' })).rejects.toMatchObject({ code: 10103 })
  expect(app.rows.all('options')).toEqual([])
})

test('accepts an item as the home page, by its id or its custom URL', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  const item_id = await app.rows.newItem({ item_domain: 'Guide' })
  await adminSetting.saveConfig({ home_page: '3', home_item: item_id })
  expect(await app.visitor.common.homePageSetting()).toMatchObject({ home_page: '3', home_item: String(item_id) })
  await adminSetting.saveConfig({ home_item: 'guide' })
  const page = await (await fetch(`${app.url}/`)).text()
  expect(page).toContain('"home_page":"3","home_item":"guide"')
})

test('never returns a secret, keeps it when it is sent masked, and drops it when its host changes', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  await adminSetting.saveConfig({ open_ai_key: 'sk-1', open_ai_host: 'api.example.com' })
  expect(await app.visitor.common.homePageSetting()).toMatchObject({ is_show_ai: 1 })
  const loaded = await adminSetting.loadConfig()
  expect(loaded).toMatchObject({
    open_api_key: passwordMask,
    open_ai_key: passwordMask,
    open_api_host: 'https://api.example.com',
  })
  expect(JSON.stringify(loaded)).not.toContain('sk-1')
  await adminSetting.saveConfig({ ...loaded, oss_setting: undefined, beian: 'x' })
  expect(optionOf(app, 'open_api_key')).toBe('sk-1')
  await adminSetting.saveConfig({ ...loaded, oss_setting: undefined, open_ai_key: 'sk-2' })
  expect(optionOf(app, 'open_api_key')).toBe('sk-2')
  await adminSetting.saveConfig({ ...loaded, oss_setting: undefined, open_ai_host: 'https://other.example' })
  expect(optionOf(app, 'open_api_host')).toBe('https://other.example')
  expect(optionOf(app, 'open_api_key')).toBe('')
  expect(await app.visitor.common.homePageSetting()).toMatchObject({ is_show_ai: 0 })
})

test('stores storage, directory and sign-in settings and masks their secrets', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  const storage = { oss_type: 's3_storage', key: 'k', secret: 'hidden', endpoint: 's3.example', bucket: 'b' }
  await adminSetting.saveConfig({ oss_setting: JSON.stringify(storage) })
  expect(await adminSetting.loadConfig()).toMatchObject({
    oss_open: '0',
    oss_setting: { ...storage, secret: passwordMask },
  })
  const moved = JSON.stringify({ ...storage, secret: passwordMask, endpoint: 'evil.example' })
  await adminSetting.saveConfig({ oss_setting: moved })
  expect(await adminSetting.loadConfig()).toMatchObject({ oss_setting: { endpoint: 'evil.example', secret: '' } })

  const ldap_form = { host: 'ldap.example', port: '636', bind_dn: 'cn=a', bind_password: 'hidden', user_field: 'cn' }
  await adminSetting.saveLdapConfig({ ldap_form: JSON.stringify(ldap_form) })
  const ldap = await adminSetting.loadLdapConfig()
  expect(ldap).toMatchObject({ ldap_open: '0', ldap_form: { ...ldap_form, bind_password: passwordMask, version: '3' } })
  await adminSetting.saveLdapConfig({ ldap_open: '0', ldap_form: JSON.stringify(ldap.ldap_form) })
  expect(optionOf(app, 'ldap_form')).toContain('"bind_password":"hidden"')
  await expect(adminSetting.saveLdapConfig({ ldap_form: '{"port":0}' })).rejects.toMatchObject(refusal('badParameter'))
  const halfFilter = JSON.stringify({ search_filter: '(&(objectClass=person)(uid=%(user)s)' })
  for (const more of [{ ldap_open: '0' as const }, {}])
    await expect(adminSetting.saveLdapConfig({ ...more, ldap_form: halfFilter })).rejects.toMatchObject(
      refusal('directoryFilterBad'),
    )
  expect(optionOf(app, 'ldap_form')).not.toContain('objectClass')
  await expect(adminSetting.saveLdapConfig({ ldap_form: '{' })).rejects.toMatchObject(refusal('badParameter'))
  await expect(app.as('ann').adminSetting.saveLdapConfig({ ldap_open: '1' })).rejects.toMatchObject({ code: 10103 })

  const oauth2_form = { host: 'id.example', client_id: 'c', client_secret: 'hidden', entrance_tips: 'Our login' }
  await adminSetting.saveOauth2Config({ oauth2_open: 1, oauth2_form: JSON.stringify(oauth2_form) })
  expect(await adminSetting.loadOauth2Config()).toMatchObject({
    oauth2_open: '1',
    oauth2_form: { ...oauth2_form, client_secret: passwordMask },
  })
  expect(await app.visitor.user.oauthInfo()).toMatchObject({ oauth2_open: '1', oauth2_entrance_tips: 'Our login' })
  await expect(
    adminSetting.saveOauth2Config({ oauth2_form: '{"logout_redirect_uri":"javascript:alert(1)"}' }),
  ).rejects.toMatchObject(refusal('logoutAddressBad'))
  await expect(app.as('ann').adminSetting.saveOauth2Config({})).rejects.toMatchObject({ code: 10103 })
})

test('creates the login key once, and again on request', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  const { login_secret_key: first } = await adminSetting.getLoginSecretKey()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(await adminSetting.getLoginSecretKey()).toEqual({ login_secret_key: first })
  const { login_secret_key: second } = await adminSetting.resetLoginSecretKey()
  expect(second).not.toBe(first)
  expect(await adminSetting.getLoginSecretKey()).toEqual({ login_secret_key: second })
  await expect(app.as('ann').adminSetting.resetLoginSecretKey()).rejects.toMatchObject({ code: 10103 })
})

test('applies every setting', async () => {
  const app = await createTestApp()
  const { adminSetting } = app.as('admin')
  const item_id = await app.rows.newItem({ owner: 'ann' })
  const ann = app.as('ann')
  await adminSetting.saveConfig({
    history_version_count: '2',
    show_watermark: '1',
    register_open: '0',
    strong_password_enabled: '1',
    session_expire_days: '3',
    force_login: '1',
  })

  const { page_id } = await ann.page.save({ item_id, page_title: 'T', page_content: '0' })
  for (const page_content of ['1', '2', '3', '4'])
    await ann.page.save({ item_id, page_id, page_title: 'T', page_content })
  expect(app.rows.all('page_history')).toHaveLength(2)
  expect(await ann.item.info({ item_id })).toMatchObject({ show_watermark: 1 })

  const newcomer = { username: 'late', password, confirm_password: password }
  await expect(app.visitor.user.registerByVerify(newcomer)).rejects.toMatchObject(refusal('registerClosed'))
  await adminSetting.saveConfig({ register_open: '1' })
  await expect(app.visitor.user.registerByVerify(newcomer)).rejects.toMatchObject(refusal('passwordWeak'))
  await expect(app.as('admin').adminUser.addUser({ username: 'late', password })).rejects.toMatchObject(
    refusal('passwordWeak'),
  )
  const strong = { username: 'late', password: 'Very-good-1', confirm_password: 'Very-good-1' }
  const { user_token } = await app.visitor.user.registerByVerify(strong)
  const { uid } = await app.visitor.user.loginByVerify(strong)
  const lives = app.rows.all('user_token').filter((row) => row['uid'] === Number(uid))
  expect(lives.map((row) => Number(row['token_expire']) - Number(row['addtime']))).toEqual([3 * 86_400, 3 * 86_400])
  expect((await app.call('user/info', { user_token })).json).toMatchObject({ error_code: 0 })

  await expect(app.visitor.item.info({ item_id })).rejects.toMatchObject({ code: 10312 })
  await expect(app.visitor.page.info({ page_id })).rejects.toMatchObject({ code: 10312 })
  expect(await app.as('bob').item.info({ item_id })).toMatchObject({ item_id: String(item_id) })
})

test('shows the startup settings in effect and does not allow changing them in the admin area', async () => {
  const env = { DOCSTEAD_SITE_URL: 'https://docs.example', DOCSTEAD_SESSION_DAYS: '30' }
  const { site_url, session_days, origin } = readConfig(new Map(), env)
  const app = await createTestApp({ config: { site_url, session_days, origin } })
  const { adminSetting } = app.as('admin')
  const shown = await adminSetting.loadConfig()
  expect(shown).toMatchObject({ site_url: 'https://docs.example', session_expire_days: '30' })
  const refusedAddress = adminSetting.saveConfig({ site_url: 'https://other.example', beian: 'changed' })
  await expect(refusedAddress).rejects.toMatchObject({
    errorName: 'siteUrlFromStart',
    message: expect.stringContaining('DOCSTEAD_SITE_URL'),
  })
  await expect(adminSetting.saveConfig({ site_url: '' })).rejects.toMatchObject(refusal('siteUrlFromStart'))
  await expect(adminSetting.saveConfig({ session_expire_days: '31' })).rejects.toMatchObject({
    errorName: 'sessionDaysFromStart',
    message: expect.stringMatching(/30.*DOCSTEAD_SESSION_DAYS/),
  })
  // a client that sends the whole form back changes nothing
  await adminSetting.saveConfig({ site_url: 'https://docs.example/', session_expire_days: '30', beian: 'ICP 1' })
  expect(app.rows.all('options')).toMatchObject([{ option_name: 'beian', option_value: 'ICP 1' }])
  await adminSetting.saveConfig({ session_expire_days: '7' })
  expect(await adminSetting.loadConfig()).toMatchObject({ session_expire_days: '7' })
})
