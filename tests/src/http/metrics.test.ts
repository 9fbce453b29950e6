import { expect, test } from 'vitest'
import { readConfig } from '#src/core/config.ts'
import { routeClassOf } from '#src/http/metrics.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const metrics_token = 'a token of some length'.replaceAll(' ', '-')

const read = (app: TestApp, headers: Record<string, string> = {}) => fetch(`${app.url}/metrics`, { headers })

test('off, the address does not exist', async () => {
  const app = await createTestApp()
  expect((await read(app, { authorization: `Bearer ${metrics_token}` })).status).toBe(404)
})

test('with a token, only its bearer reads them', async () => {
  const app = await createTestApp({ config: { metrics: 'token', metrics_token } })
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${metrics_token}` }])
    expect((await read(app, headers as Record<string, string>)).status).toBe(404)
  expect((await read(app, { authorization: `Bearer ${metrics_token}` })).status).toBe(200)
  expect((await read(app, { authorization: `Bearer ${app.token('admin')}` })).status).toBe(404)
})

test('on the loopback, not through a proxy', async () => {
  const app = await createTestApp({ config: { metrics: 'loopback' } })
  expect((await read(app)).status).toBe(200)
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    expect((await read(app, { [name]: '127.0.0.1' })).status).toBe(404)
})

test('the text has the requests, latencies, sizes and states, each in the format of Prometheus', async () => {
  const app = await createTestApp({ config: { metrics: 'loopback' } })
  const moment = Math.floor(Date.now() / 1000) - 60
  app.rows.insert('backup_run', { start_time: moment, end_time: moment, name: 'a.tar', moment })
  const item_id = await app.rows.newItem()
  app.rows.insert('upload_file', {
    sign: 's',
    display_name: 'a.txt',
    file_type: 'text/plain',
    stored_name: 'n',
    file_size: 1234,
    addtime: 1,
    uid: 1,
    item_id,
  })
  for (let nth = 0; nth < 3; nth++) await app.call('common/version')
  await fetch(`${app.url}/healthz`)
  const text = await (await read(app)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of lines) expect(line).toMatch(/^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [\d.e+-]+$/)
  const value = (start: string) =>
    Number(
      lines
        .find((line) => line.startsWith(`${start} `))
        ?.split(' ')
        .at(-1),
    )
  expect(value('docstead_requests_total{route="api",status="200"}')).toBe(3)
  expect(value('docstead_request_seconds_count{route="api"}')).toBe(3)
  expect(value('docstead_request_seconds_bucket{route="api",le="+Inf"}')).toBe(3)
  expect(value('docstead_uploads_bytes')).toBe(1234)
  expect(value('docstead_database_bytes')).toBeGreaterThanOrEqual(4096)
  expect(value('docstead_database_intact')).toBe(1)
  expect(value('docstead_last_backup_timestamp_seconds')).toBe(moment)
  expect(value('docstead_backups_healthy')).toBe(1)
  for (const name of [
    'docstead_wal_bytes',
    'docstead_disk_free_bytes',
    'docstead_search_waiting_pages',
    'docstead_jobs{state="running"}',
    'docstead_jobs{state="failed"}',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'docstead_event_loop_lag_seconds{quantile="0.99"}',
  ])
    expect(value(name), name).toBeGreaterThanOrEqual(0)
  expect(text).toContain('docstead_build_info{version=')
})

test('addresses fall into few classes', () => {
  expect(
    ['/api/page/save', '/server/index.php', '/mock-path/1', '/assets/a.js', '/logo.svg', '/healthz', '/item/1'].map(
      routeClassOf,
    ),
  ).toEqual(['api', 'showdoc', 'mock', 'file', 'file', 'health', 'page'])
})

test('a token must be long enough, is needed for its mode, and is not shown', async () => {
  expect(() => readConfig(new Map(), { DOCSTEAD_METRICS_TOKEN: 'short' })).toThrow('configBadValue')
  expect(() => readConfig(new Map(), { DOCSTEAD_METRICS: 'token' })).toThrow('metricsTokenMissing')
  try {
    readConfig(new Map(), { DOCSTEAD_METRICS_TOKEN: 'short' })
  } catch (error) {
    expect((error as { line(lang: string): string }).line('en')).not.toContain('short')
  }
  const app = await createTestApp({ config: { metrics: 'token', metrics_token } })
  const rows = await app.as('admin').adminSite.startSettings()
  expect(rows.find((row) => row.name === 'metrics_token')?.value).toBe('********')
})
