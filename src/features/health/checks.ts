import type { HealthCheckName } from '#shared/contract/health.ts'
import type { Db } from '#src/db/database.ts'
import {
  checkAddress,
  checkBasePath,
  checkBodyLimit,
  checkCertificate,
  checkLiveUpdates,
  checkProxy,
} from './address-checks.ts'
import type { HealthContext } from './context.ts'
import type { Finding, Outcome } from './finding.ts'
import { checkClock, checkData, checkDisk, checkFiles, checkRights, checkServer } from './machine-checks.ts'
import { checkOauth, checkScim } from './sign-in-checks.ts'
import {
  checkAdministrators,
  checkAi,
  checkAudit,
  checkBackups,
  checkCaptcha,
  checkDirectory,
  checkMail,
  checkPasswords,
  checkRegistration,
  checkSearch,
} from './site-checks.ts'
import { checkStandby } from './standby-check.ts'
import { checkOutbound } from './start-addresses.ts'
import { checkBuckets } from './storage-check.ts'

/** What a check found; undefined when it does not apply. */
type Result = Outcome | Outcome[] | undefined

type Check = (at: HealthContext) => Result | Promise<Result>

/** Returns a check that is left out while there is no database to read. */
const withDb =
  (check: (at: HealthContext & { db: Db }) => Result | Promise<Result>): Check =>
  (at) =>
    at.db ? check({ ...at, db: at.db }) : undefined

/** Every check of an installation: the one list of `docstead doctor` and of Admin. */
const checks: Record<HealthCheckName, Check> = {
  data: checkData,
  rights: checkRights,
  database: ({ database }) => database,
  disk: checkDisk,
  clock: checkClock,
  files: checkFiles,
  storage: withDb(checkBuckets),
  backups: withDb(checkBackups),
  standby: checkStandby,
  outbound: checkOutbound,
  server: checkServer,
  address: checkAddress,
  base_path: checkBasePath,
  certificate: checkCertificate,
  proxy: checkProxy,
  body_limit: checkBodyLimit,
  live_updates: checkLiveUpdates,
  search: withDb(checkSearch),
  audit: withDb(checkAudit),
  administrators: withDb(checkAdministrators),
  captcha: checkCaptcha,
  registration: withDb(checkRegistration),
  passwords: withDb(checkPasswords),
  directory: withDb(checkDirectory),
  oauth: withDb(checkOauth),
  scim: withDb(checkScim),
  mail: withDb(checkMail),
  ai: withDb(checkAi),
}

/** Runs the checks that apply, side by side. @returns what they found, in the order of the list */
export async function runChecks(at: HealthContext): Promise<Finding[]> {
  const data = checkData(at)
  // without the folder, nothing else can be said
  if (data.status === 'error') return [{ name: 'data', ...data }]
  const found = await Promise.all(
    (Object.entries(checks) as [HealthCheckName, Check][]).map(async ([name, check]) => {
      const result = await check(at)
      return [result ?? []].flat().map((outcome): Finding => ({ name, ...outcome }))
    }),
  )
  return found.flat()
}
