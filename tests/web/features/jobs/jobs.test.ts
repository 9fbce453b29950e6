import { expect, test } from 'vitest'
import { finishedSince, hasRunning, type Job, startedJobs } from '#web/features/jobs/jobs.ts'

const job = (job_id: string, state: Job['state']): Job => ({
  job_id,
  kind: 'import',
  title: 'Orders',
  state,
  done: 0,
  total: 1,
  item_id: 0,
  error_name: '',
  error_message: '',
  addtime: 1,
  file_name: '',
  file_bytes: 0,
  format: '',
  notes: [],
  note_count: 0,
})

test('a job that waits for its owner is neither shown nor running', () => {
  const jobs = [job('a', 'checked'), job('b', 'done')]
  expect(startedJobs(jobs).map(({ job_id }) => job_id)).toEqual(['b'])
  expect(hasRunning(jobs)).toBe(false)
  expect(hasRunning([job('a', 'running')])).toBe(true)
})

test('a job has finished when it was running before and no longer is', () => {
  const before = [job('a', 'running'), job('b', 'running'), job('c', 'done'), job('d', 'running')]
  const now = [job('a', 'done'), job('b', 'running'), job('c', 'done'), job('d', 'failed'), job('e', 'done')]
  expect(finishedSince(before, now).map(({ job_id }) => job_id)).toEqual(['a', 'd'])
})
