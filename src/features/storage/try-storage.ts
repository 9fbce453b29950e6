import { randomBytes } from 'node:crypto'
import type { App } from '#src/core/app.ts'
import { AppError } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { quick, S3Client, S3Error, type S3Patience } from '#src/core/s3-client.ts'
import { explainStorage } from './problems.ts'
import type { StoreSettings } from './settings.ts'

/** One step of trying a bucket. */
export interface StorageTestStep {
  step: 'reach' | 'clock' | 'bucket' | 'put' | 'get' | 'compare' | 'delete'
  outcome: 'ok' | 'failed'
  /** What the text of the step mentions. */
  values: Record<string, string>
  /** What is wrong and what to try, in the caller's language; empty when nothing is. */
  error_message: string
}

// The services refuse a request that is a quarter of an hour off.
const skewMostSeconds = 5 * 60

const probeBytes = 2048

/** For a try that somebody watches: an outage is seen at once, a slow bucket still passes. */
export const watched: S3Patience = { ...quick, connectMs: 4_000, totalMs: 10_000 }

/** A bucket that cannot be used, and at which step that was found. */
export class StorageProblem extends Error {
  readonly step: StorageTestStep['step']
  readonly reason: AppError

  constructor(step: StorageTestStep['step'], reason: AppError) {
    super(`${step}: ${reason.errorName}`)
    this.step = step
    this.reason = reason
  }
}

/** Whether the service answers when the bucket is not in its host name: then the style is wrong, not the network. */
async function answersByPath(settings: StoreSettings, allow: readonly string[]): Promise<boolean> {
  if (settings.style !== 'host') return false
  try {
    const answer = await new S3Client({ ...settings, allow, style: 'path' }, watched).send('HEAD', '')
    answer.body.destroy()
    return true
  } catch {
    return false
  }
}

/**
 * Goes through everything that the site does with a bucket: writes a small file, reads, compares and removes it.
 *
 * @param onStep hears of each step that went well
 * @throws {StorageProblem} at the first step that fails
 */
export async function tryStorage(
  { config }: Pick<App, 'config'>,
  settings: StoreSettings,
  onStep: (step: StorageTestStep['step'], values: Record<string, string>) => void = () => undefined,
): Promise<void> {
  const allow = config.outbound_allow
  const client = new S3Client({ ...settings, allow }, watched)
  const { bucket, prefix } = settings
  let step: StorageTestStep['step'] = 'reach'
  const host = new URL(settings.endpoint).host
  const problem = (error: unknown) => new StorageProblem(step, explainStorage(error, settings))
  try {
    const answer = await client.send('GET', '', { query: { 'list-type': '2', 'max-keys': '1', prefix } })
    const text = await client.textOf(answer).catch((error: unknown) => error)
    onStep('reach', { host })
    step = 'clock'
    const theirs = Date.parse(answer.headers.date ?? '')
    const skew = Number.isNaN(theirs) ? 0 : Math.round((Date.now() - theirs) / 1000)
    if (Math.abs(skew) > skewMostSeconds)
      throw new StorageProblem(step, new AppError('storageClockWrong', { host, detail: `${skew} s` }))
    onStep('clock', { seconds: String(Math.abs(skew)) })
    step = 'bucket'
    if (text instanceof S3Error) throw text
    onStep('bucket', { bucket })
    const key = [prefix, `docstead-test-${randomBytes(8).toString('hex')}`].filter(Boolean).join('/')
    const content = randomBytes(probeBytes)
    step = 'put'
    const upload = client.write(key, probeBytes)
    await upload.write(content)
    await upload.close()
    onStep('put', { key })
    try {
      step = 'get'
      const found = await client.read(key)
      if (!found) throw new S3Error('bad', 'HTTP 404', { status: 404 })
      const parts: Buffer[] = []
      for await (const chunk of found.chunks) parts.push(chunk)
      onStep('get', {})
      step = 'compare'
      if (!Buffer.concat(parts).equals(content))
        throw new StorageProblem(step, new AppError('storageChanged', { host }))
      onStep('compare', {})
      step = 'delete'
    } finally {
      if (step !== 'delete') await client.remove(key).catch(() => undefined)
    }
    await client.remove(key)
    if ((await client.size(key)) !== undefined) throw new S3Error('bad', 'HTTP 200', { status: 200 })
    onStep('delete', {})
  } catch (error) {
    if (error instanceof StorageProblem) throw error
    const found = problem(error)
    if (step === 'reach' && found.reason.errorName === 'storageUnreachable' && (await answersByPath(settings, allow)))
      throw new StorageProblem(step, new AppError('storageStyleWrong', { ...found.reason.values }))
    throw found
  }
}

/**
 * Tries a bucket step by step, up to the first that fails, in words for Admin.
 *
 * @param onFailure hears what is wrong with the bucket
 */
export async function testStorage(
  app: Pick<App, 'config'>,
  settings: StoreSettings,
  lang: Lang,
  onFailure: (error: AppError) => Promise<void> = async () => undefined,
): Promise<StorageTestStep[]> {
  const steps: StorageTestStep[] = []
  try {
    await tryStorage(app, settings, (step, values) => steps.push({ step, outcome: 'ok', values, error_message: '' }))
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error
    const { errorName, values } = error.reason
    await onFailure(error.reason)
    const isReached = ['storageKeyWrong', 'storageSecretWrong'].includes(errorName)
    steps.push({
      // a rejected key is found out by the first request of all
      step: isReached && error.step === 'reach' ? 'bucket' : error.step,
      outcome: 'failed',
      values: {},
      error_message: errorText(lang, errorName, values),
    })
  }
  return steps
}
