import { rmSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { createTestApp, type TestApp, type TestOptions } from '#tests/support/app.ts'
import { type S3Server, startS3 } from '#tests/support/s3-server.ts'

/** A site of a test and a bucket that it may use. */
export interface BucketSite {
  app: TestApp
  service: S3Server
}

/** Starts a site and a bucket service on this machine. */
export async function startBucketSite(options: TestOptions = {}): Promise<BucketSite> {
  const service = await startS3()
  const app = await createTestApp({
    ...options,
    config: { outbound_allow: ['127.0.0.0/8'], upload_max_mb: 64, ...options.config },
  })
  return { app, service }
}

/** The form of the console for the bucket of a test. */
export const formOf = ({ endpoint, region, bucket, key, secret }: S3Server, change: Record<string, string> = {}) => ({
  oss_type: 's3_storage',
  endpoint,
  region,
  bucket,
  key,
  secret,
  subcat: 'docs',
  ...change,
})

/** Lets new files go to the bucket. */
export const turnOn = ({ app, service }: BucketSite, change: Record<string, string> = {}) =>
  app.as('admin').adminSetting.saveConfig({ oss_open: true, oss_setting: JSON.stringify(formOf(service, change)) })

/** Lets new files go to the uploads folder. */
export const turnOff = ({ app }: BucketSite) => app.as('admin').adminSetting.saveConfig({ oss_open: false })

/** The keys of uploaded files in the bucket. */
export const objectsIn = (service: S3Server): string[] =>
  [...service.objects.keys()].filter((key) => /\/[0-9a-f]{32}$/.test(key))

/** Where the files of a site are, by their rows. */
export const storages = ({ rows }: TestApp): unknown[] => rows.all('upload_file').map(({ storage }) => storage)

/** Moves all files to where new ones go, and waits until that has ended. Returns the state of the move. */
export async function moveAll({ app }: BucketSite) {
  const { adminStorage } = app.as('admin')
  await adminStorage.startMove()
  await vi.waitFor(async () => expect((await adminStorage.status()).move.state).not.toBe('running'), {
    timeout: 20_000,
    interval: 20,
  })
  return (await adminStorage.status()).move
}

/** Requests a file as a browser does. */
export const get = (app: TestApp, url: string, as?: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + url, {
    method,
    headers: { ...headers, ...(as === undefined ? {} : { authorization: `Bearer ${app.token(as)}` }) },
  })

/** Returns the bytes of a file that opens. */
export async function contentOf(app: TestApp, url: string, as = 'owner'): Promise<Buffer> {
  const answer = await get(app, url, as)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).not.toContain('json')
  return Buffer.from(await answer.arrayBuffer())
}

/** Removes a folder of a test. */
export const removeFolder = (path: string) => rmSync(path, { recursive: true, force: true })
