import { type Setting, settingForms } from '#shared/settings.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { isPlainKey, type S3Bucket, type S3Style, styleOf, trimSlashes } from '#src/core/s3-client.ts'
import { OutboundError, readResponseText, safeFetch } from '#src/core/safe-fetch.ts'
import type { Db } from '#src/db/database.ts'
import { readOptionForm, readOptions } from '#src/features/options/index.ts'

/** The form of file storage: its fields by name, each with a value. */
type StorageForm = Record<keyof typeof settingForms.oss_setting, string>

/** How a bucket is reached, and the folder in it: what `file_store` stores. */
export interface StoreSettings extends Omit<S3Bucket, 'allow'> {
  /** Without slashes around it; '' for none. */
  prefix: string
}

/** What the site wants: whether new files go to a bucket, and to which. */
interface StorageWish {
  isOpen: boolean
  form: StorageForm
  /** Whether it is from the settings of the start, which Admin cannot change. */
  isFixed: boolean
}

/** Returns a form with its defaults. */
export const completeForm = (form: Readonly<Record<string, string>>): StorageForm =>
  Object.fromEntries(
    Object.entries<Setting>(settingForms.oss_setting).map(([name, field]) => [
      name,
      form[name] || (field.default ?? ''),
    ]),
  ) as StorageForm

/** Returns what the site wants: the settings of the start, else those of Admin. */
export async function readWish({
  db,
  config,
}: {
  db: Db
  config: Pick<App['config'], 'oss_setting'>
}): Promise<StorageWish> {
  const given = config.oss_setting
  if (Object.keys(given).length > 0) return { isOpen: true, form: completeForm(given), isFixed: true }
  const { oss_open } = await readOptions(db)
  return { isOpen: oss_open, form: completeForm(await readOptionForm(db, 'oss_setting')), isFixed: false }
}

const withProtocol = (address: string, protocol: string): string =>
  /^[a-z]+:\/\//i.test(address) ? address : `${protocol}://${address}`

/** Returns an address without a trailing slash. @throws {AppError} storageIncomplete */
function parseAddress(text: string, protocol: string, field: string): string {
  const address = withProtocol(text.trim(), protocol).replace(/\/+$/, '')
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    return fail('storageIncomplete', { field })
  return address
}

/** Returns the region that the address of a service has in it; '' for none. */
const regionIn = (host: string): string =>
  /^(?:s3\.)?oss-([a-z0-9-]+?)(?:-internal)?\.aliyuncs\.com$/.exec(host)?.[1] ??
  /^cos(?:-internal)?\.([a-z0-9-]+)\.(?:myqcloud|tencentcos)\.c(?:om|n)$/.exec(host)?.[1] ??
  /^s3[.-](?:dualstack\.)?([a-z0-9-]+)\.(?:amazonaws|qiniucs|wasabisys)\.com(?:\.cn)?$/.exec(host)?.[1] ??
  ''

// Where Qiniu says in which region a bucket is.
const qiniuQuery = 'https://uc.qiniuapi.com/v4/query'

/** Asks Qiniu for the address and the region of a bucket. @throws {AppError} storageIncomplete */
async function findQiniu(
  { key, bucket }: StorageForm,
  allow: readonly string[],
  query: string,
): Promise<{ endpoint: string; region: string }> {
  try {
    const answer = await safeFetch({ allow }, `${query}?${new URLSearchParams({ ak: key, bucket })}`, {})
    const { hosts } = JSON.parse(await readResponseText(answer)) as {
      hosts?: { s3?: { domains?: string[]; region_alias?: string } }[]
    }
    const [domain] = hosts?.[0]?.s3?.domains ?? []
    if (domain !== undefined) return { endpoint: domain, region: hosts?.[0]?.s3?.region_alias ?? '' }
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof SyntaxError)) throw error
  }
  return fail('storageIncomplete', { field: 'endpoint' })
}

async function serviceOf(form: StorageForm, allow: readonly string[], query: string) {
  const { oss_type, endpoint, region } = form
  if (endpoint.trim() !== '' && oss_type !== 'qcloud') return { endpoint, region }
  if (oss_type === 'qcloud') {
    if (region === '') return fail('storageIncomplete', { field: 'region' })
    return { endpoint: endpoint || `cos.${region}.myqcloud.com`, region }
  }
  if (oss_type === 'qiniu') {
    if (region !== '') return { endpoint: `s3.${region}.qiniucs.com`, region }
    return findQiniu(form, allow, query)
  }
  return fail('storageIncomplete', { field: 'endpoint' })
}

// They are sent in a header.
const isHeaderText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/**
 * Returns how the bucket of a form is reached. Asks Qiniu where its bucket is when the form does not say so.
 *
 * @throws {AppError} storageIncomplete, with the field that is missing or cannot be right
 */
export async function parseStorageForm(
  form: StorageForm,
  allow: readonly string[],
  query: string = qiniuQuery,
): Promise<StoreSettings> {
  const bucket = form.bucket.trim()
  if (!/^[\w.-]+$/.test(bucket)) fail('storageIncomplete', { field: 'bucket' })
  const [keyField, secretField] =
    form.oss_type === 'qcloud' ? (['secretId', 'secretKey'] as const) : (['key', 'secret'] as const)
  for (const field of [keyField, secretField])
    if (!isHeaderText(form[field].trim())) fail('storageIncomplete', { field })
  const prefix = trimSlashes(form.subcat.trim())
  if (!isPlainKey(prefix)) fail('storageIncomplete', { field: 'subcat' })
  const service =
    form.style === 'domain' && form.domain.trim() !== ''
      ? { endpoint: form.endpoint, region: form.region }
      : await serviceOf({ ...form, bucket }, allow, query)
  const isOwnDomain = form.style === 'domain'
  if (isOwnDomain && form.domain.trim() === '') fail('storageIncomplete', { field: 'domain' })
  const parsed = isOwnDomain
    ? parseAddress(form.domain, form.protocol, 'domain')
    : parseAddress(service.endpoint, form.protocol, 'endpoint')
  const endpoint = isOwnDomain ? parsed : withoutBucket(parsed, bucket)
  const named = service.endpoint === '' ? endpoint : withProtocol(service.endpoint, form.protocol)
  const { hostname } = new URL(URL.canParse(named) ? named : endpoint)
  const region = service.region.trim() || regionIn(hostname.replace(`${bucket}.`, '')) || 'us-east-1'
  if (!isHeaderText(region)) fail('storageIncomplete', { field: 'region' })
  const style: S3Style = form.style === 'auto' ? styleOf(endpoint, bucket) : (form.style as S3Style)
  const ca = form.oss_type === 's3_storage' ? form.ca.trim() : ''
  return { endpoint, style, region, bucket, prefix, key: form[keyField].trim(), secret: form[secretField].trim(), ca }
}

/** Returns the address of a service that was copied with the bucket in front. */
function withoutBucket(endpoint: string, bucket: string): string {
  const url = new URL(endpoint)
  if (!url.hostname.startsWith(`${bucket}.`)) return endpoint
  url.hostname = url.hostname.slice(bucket.length + 1)
  return url.href.replace(/\/+$/, '')
}
