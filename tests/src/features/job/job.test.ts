import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

const newJob = ({ rows, uid, app }: TestApp, username: string, more: Record<string, unknown> = {}) =>
  rows.insert('job', {
    job_id: `job-${Math.random()}`,
    uid: uid(username),
    kind: 'import',
    title: 'T',
    state: 'failed',
    addtime: Math.floor(app.now().getTime() / 1000),
    ...more,
  })

test('lists a person’s own jobs of the last day, newest first', async () => {
  const app = await createTestApp()
  const now = Math.floor(Date.now() / 1000)
  newJob(app, 'ann', { job_id: 'old', addtime: now - 90_000 })
  newJob(app, 'ann', { job_id: 'one', addtime: now - 100 })
  newJob(app, 'ann', { job_id: 'two', addtime: now - 10 })
  newJob(app, 'bob', { job_id: 'other' })
  expect((await app.as('ann').job.list()).map((job) => job.job_id)).toEqual(['two', 'one'])
  await expect(app.visitor.job.list()).rejects.toMatchObject({ code: 10102 })
})

test('explains why a job failed in the language of the reader, with its values', async () => {
  const app = await createTestApp()
  newJob(app, 'ann', { error_name: 'pageLocked', input: JSON.stringify({ values: { name: 'bob' } }) })
  const message = async (language: string) => {
    const { json } = await app.call('job/list', {}, { as: 'ann', headers: { 'accept-language': language } })
    const [job] = json.data as { error_message: string }[]
    return job?.error_message
  }
  expect(await message('en')).toMatch(/^(?!.*\p{Script=Han}).*bob/u)
  expect(await message('zh')).toMatch(/\p{Script=Han}/u)
})

test('does not return the internal data of a job', async () => {
  const app = await createTestApp()
  newJob(app, 'ann', { state: 'checked', input: JSON.stringify({ stored_name: '0'.repeat(32) }) })
  const { json } = await app.call('job/list', {}, { as: 'ann' })
  expect(JSON.stringify(json)).not.toContain('stored_name')
  expect(JSON.stringify(json)).not.toContain('0'.repeat(32))
})

test('cancels only the person’s own jobs, and only before they end', async () => {
  const app = await createTestApp()
  newJob(app, 'ann', { job_id: 'done', state: 'done', item_id: 5 })
  expect(await app.as('ann').job.cancel({ job_id: 'done' })).toEqual({ success: false })
  expect(await app.as('ann').job.list()).toMatchObject([{ state: 'done', item_id: 5 }])
  await expect(app.as('bob').job.cancel({ job_id: 'done' })).rejects.toMatchObject({ errorName: 'jobGone' })
  await expect(app.as('ann').job.cancel({ job_id: 'nothing' })).rejects.toMatchObject({ errorName: 'jobGone' })
})
