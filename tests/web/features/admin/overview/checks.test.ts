import { expect, test } from 'vitest'
import type { Counts, SiteState } from '#web/features/admin/overview/atoms.ts'
import { runChecks } from '#web/features/admin/overview/checks.ts'

/** The part of a state that the checks read. */
const state = (config: Record<string, string> = {}, more: Record<string, unknown> = {}) =>
  ({
    database: { is_current: true, schema: 4, known: 4 },
    info: { site_url: 'https://docs.example.com', captcha: 'always' },
    config: { register_open: '0', strong_password_enabled: '1', open_api_key: '********', oss_open: '0', ...config },
    ldap_open: '0',
    oauth2_open: '0',
    ...more,
  }) as unknown as SiteState

/** The counts: so many administrators, and so much disk space. */
const counts = (administrators: number, disk_free_bytes = 5e9) =>
  ({ administrators, site: { disk_free_bytes } }) as unknown as Counts

test('reports nothing for a fully configured site', () => {
  expect(new Set(runChecks(state(), counts(2)).map((check) => check.state))).toEqual(new Set(['ok']))
})

test('lists what needs attention first', () => {
  const checks = runChecks(state({ register_open: '1' }, { info: { site_url: '', captcha: 'off' } }), counts(1))
  expect(checks.map((check) => check.state).join()).toMatch(/^warn,warn,info,info,ok/)
  expect(checks[1]).toMatchObject({ finding: 'captchaOff', at: { section: 'about' } })
  expect(checks[0]).toMatchObject({ finding: 'addressMissing', at: { section: 'settings' } })
})

test('reports what is switched on but not used', () => {
  const checks = runChecks(state({ oss_open: '1' }, { ldap_open: '1', oauth2_open: '1' }), counts(2))
  const warnings = checks.filter((check) => check.state === 'warn').map((check) => check.finding)
  expect(warnings).toEqual(['storageOn', 'ldapOn', 'oauthOn'])
})

test('warns about a disk with less than 1 GB free', () => {
  const findings = runChecks(state(), counts(2, 0.9e9)).filter((check) => check.state === 'warn')
  expect(findings).toMatchObject([{ finding: 'diskLow' }])
})
