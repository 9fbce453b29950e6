import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HealthReport } from '#src/features/health/index.ts'
import { createTestApp } from '#tests/support/app.ts'
import { runCommand } from './run-command.ts'

async function examine(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['doctor', '--json', '--data', data, ...args])
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: HealthReport[] }
  return { code, stderr, ok, checks: new Map(checks.map((one) => [one.name, one])) }
}

// process-cli has a server that is a process of its own, and one that was killed
test('warns of a public address without https', async () => {
  const app = await createTestApp()
  await app.newUser('admin', { groupid: 1 })
  const { code, checks } = await examine(app.data, '--host', '0.0.0.0')
  expect(code).toBe(1)
  expect(checks.get('address')?.status).toBe('error')
  const behind = await examine(app.data, '--host', '0.0.0.0', '--site-url', 'https://docs.example.com')
  expect(behind.code).toBe(0)
})

test('beside a server on another port than the settings say, the address is that of the server alone', async () => {
  const app = await createTestApp()
  await app.newUser('admin', { groupid: 1 })
  const running = { pid: process.pid, address: app.url, since: '2026-01-01T00:00:00.000Z' }
  writeFileSync(join(app.data, 'run.json'), JSON.stringify(running))
  const { checks } = await examine(app.data)
  expect(checks.get('server')?.finding).toContain(app.url)
  expect(checks.get('address')?.finding).toBe(`${app.url}, for this machine only.`)
})

test('names a damaged database and a folder that is not writable', async () => {
  const data = mkdtempSync(join(tmpdir(), 'docstead-doctor-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  writeFileSync(join(data, 'docstead.db'), 'this is no database at all, but some text that is long enough')
  const damaged = await examine(data)
  expect(damaged.code).toBe(1)
  expect(damaged.checks.get('database')?.status).toBe('error')
  const unwritable = await examine('/proc/docstead')
  expect(unwritable.code).toBe(1)
  expect(unwritable.checks.get('data')).toMatchObject({
    status: 'error',
    finding: expect.stringContaining('/proc/docstead'),
  })
})
