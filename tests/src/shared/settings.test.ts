import { expect, test } from 'vitest'
import {
  parseSettings,
  type Setting,
  settingForms,
  settingText,
  signInSettings,
  siteSettings,
} from '#shared/settings.ts'

const parse = (stored: Record<string, string>) => parseSettings(new Map(Object.entries(stored)))

test('a site without settings has the defaults', () => {
  expect(parse({})).toEqual({
    site_name: 'Docstead',
    site_url: '',
    allow_search_engines: false,
    beian: '',
    home_page: '1',
    home_item: '',
    register_open: true,
    invite_new_accounts: true,
    force_login: false,
    admin_second_step: false,
    strong_password_enabled: false,
    audit_days: '180',
    session_expire_days: 0,
    history_version_count: 20,
    show_watermark: false,
    export_header: '',
    export_footer: '',
    export_watermark: '',
    open_api_host: '',
    open_api_key: '',
    ai_model_name: '',
    oss_open: false,
    ldap_open: false,
    oauth2_open: false,
    login_secret_key: '',
    mail_open: false,
    mail_key: '',
  })
})

test('what is stored counts, unless it is invalid', () => {
  const stored = { site_name: 'Docs', register_open: '0', force_login: '1', history_version_count: '5', home_page: '3' }
  expect(parse(stored)).toMatchObject({
    site_name: 'Docs',
    register_open: false,
    force_login: true,
    history_version_count: 5,
    home_page: '3',
  })
  expect(parse({ site_name: '', history_version_count: '-5', home_page: '7', register_open: 'x' })).toMatchObject({
    site_name: 'Docstead',
    history_version_count: 1,
    home_page: '1',
    register_open: true,
  })
  expect(parse({ history_version_count: 'many' })).toMatchObject({ history_version_count: 20 })
})

test('values are stored as text', () => {
  expect([true, false, 20, 'a'].map(settingText)).toEqual(['1', '0', '20', 'a'])
})

test('every default, condition and target in the tables fits the tables', () => {
  const tables: Record<string, Setting>[] = [siteSettings, signInSettings, ...Object.values(settingForms)]
  for (const table of tables) {
    for (const { kind, default: initial = '', min = 0, max = 0, options, sentTo = [], shownWith } of Object.values(
      table,
    )) {
      if (options && initial) expect(options).toContain(initial)
      if (kind === 'number') expect(max).toBeGreaterThan(min)
      for (const name of [...sentTo, ...(shownWith ? [shownWith.name] : [])]) expect(Object.keys(table)).toContain(name)
    }
  }
})
