import type { ErrorName } from '#shared/contract/errors.ts'
import { AppError } from '#src/core/errors.ts'
import { addressOf, S3Error } from '#src/core/s3-client.ts'
import { connectionErrorText, isCertificateError, OutboundError } from '#src/core/safe-fetch.ts'
import type { StoreSettings } from './settings.ts'

type Name = Extract<ErrorName, `storage${string}`>

// Source: the documents on errors of AWS, Aliyun, Tencent, Qiniu, MinIO and Ceph.
const byCode: Record<string, Name> = {
  InvalidAccessKeyId: 'storageKeyWrong',
  InvalidAccessKey: 'storageKeyWrong',
  InvalidSecurityToken: 'storageKeyWrong',
  SignatureDoesNotMatch: 'storageSecretWrong',
  AuthorizationHeaderMalformed: 'storageRegionWrong',
  PermanentRedirect: 'storageRegionWrong',
  TemporaryRedirect: 'storageRegionWrong',
  IllegalLocationConstraintException: 'storageRegionWrong',
  InvalidRegion: 'storageRegionWrong',
  NoSuchBucket: 'storageBucketMissing',
  InvalidBucketName: 'storageBucketMissing',
  SecondLevelDomainForbidden: 'storageStyleWrong',
  PathStyleDomainForbidden: 'storageStyleWrong',
  InvalidURI: 'storageStyleWrong',
  RequestTimeTooSkewed: 'storageClockWrong',
  RequestIsExpired: 'storageClockWrong',
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

function nameOf(error: S3Error): Name {
  const { problem, status, code, cause } = error
  const known = byCode[code]
  if (known) return known
  if (problem === 'full') return 'storageFull'
  if (cause instanceof OutboundError) {
    if (cause.reason === 'notAllowed') return 'storageForbidden'
    if (isCertificateError(cause.cause)) return 'storageCertificate'
    if (/^(EPROTO|ERR_SSL)/.test(codeOf(cause.cause))) return 'storageNoTls'
  }
  if (problem === 'silent') return 'storageUnreachable'
  if (status === 301 || status === 307) return 'storageRegionWrong'
  if (problem === 'denied') return 'storageDenied'
  return 'storageFailed'
}

/** Returns why there was no answer: what is wrong with a certificate in full, anything else by its code. */
function causeOf({ cause }: S3Error): string {
  if (!(cause instanceof OutboundError)) return ''
  const failure = cause.cause
  return failure instanceof Error && isCertificateError(failure) ? connectionErrorText(failure) : codeOf(failure)
}

/**
 * Returns what is wrong with a bucket in words that say what to try, for administrators. Files may be read from one bucket
 * and written to another, so the one that failed is named; `settings` are those of the bucket where the error says none.
 */
export function explainStorage(error: unknown, settings: StoreSettings): AppError {
  if (!(error instanceof S3Error)) throw error
  const { bucket, region } = error.place ?? settings
  const host = error.place?.host ?? addressOf({ ...settings, allow: [] }, '').host
  const detail = causeOf(error) || error.detail
  return new AppError(nameOf(error), { host, bucket, region, found: error.region || '?', detail })
}
