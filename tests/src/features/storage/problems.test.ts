import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { S3Client, S3Error } from '#src/core/s3-client.ts'
import { explainStorage } from '#src/features/storage/index.ts'

const settings = (bucket: string) => ({
  endpoint: 'http://127.0.0.1:9',
  style: 'path' as const,
  region: 'eu-test-1',
  bucket,
  key: 'AKEXAMPLE',
  secret: 'a secret key',
  ca: '',
  prefix: '',
})

test('an error names the bucket that was asked, and has none of its keys', async () => {
  const patience = { connectMs: 500, totalMs: 500, attempts: 1, pauseMs: 1 }
  const client = new S3Client({ ...settings('former'), allow: ['127.0.0.0/8'] }, patience)
  const error = await client.send('GET', 'x').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(S3Error)
  expect(inspect(error, { depth: 5 })).not.toMatch(/AKEXAMPLE|a secret key/)
  // while files are moved from one bucket to another, the settings are those of the new one
  expect(explainStorage(error, settings('new'))).toMatchObject({
    errorName: 'storageUnreachable',
    values: { host: '127.0.0.1:9', bucket: 'former' },
  })
  const unnamed = new S3Error('bad', 'HTTP 404', { status: 404 })
  expect(explainStorage(unnamed, settings('new'))).toMatchObject({ values: { bucket: 'new' } })
})
