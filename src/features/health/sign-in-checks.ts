import { dateText } from '#shared/contract/fields.ts'
import { showdocProvider } from '#shared/sign-in-providers.ts'
import { siteAddress } from '#src/access/site-policy.ts'
import { errorText } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import { readOptions } from '#src/features/options/index.ts'
import { findRejectedCall, isHeld, listScimTokens } from '#src/features/scim/index.ts'
import { protocolOf } from '#src/features/sign-in/index.ts'
import { callbackOf, listProviders, type Provider } from '#src/features/sign-in-provider/index.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome } from './finding.ts'

type WithDb = HealthContext & { db: Db }

// The screen waits for the answer, in seconds.
const patience = 5

/** Goes through what a sign-in with a service needs, as the test of Admin does; undefined when all is well. */
async function problemOfProvider(at: WithDb, provider: Provider): Promise<Outcome | undefined> {
  const { name, type, form } = provider
  const protocol = protocolOf(type)
  const site = await siteAddress(at, at.db)
  const isLost = type !== 'oauth2' && site === ''
  const field = protocol.missingField(form) ?? (isLost ? 'site_url' : undefined)
  if (field !== undefined) {
    const advice = field === 'site_url' ? 'setAddress' : 'fillIn'
    return { status: 'error', text: 'oauthEmpty', values: { name, field }, advice }
  }
  const timeout = String(Math.min(Number(form['timeout']) || patience, patience))
  const quick = { ...provider, form: { ...form, timeout } }
  const steps = await protocol.test(at, quick, callbackOf(provider, site))
  const error = steps.find(({ outcome }) => outcome === 'failed')?.error
  if (!error) return undefined
  const { errorName, values } = error
  const problem = { en: errorText('en', errorName, values), zh: errorText('zh', errorName, values) }
  return { status: 'error', text: 'oauthFailed', values: { name, problem }, advice: 'testProvider' }
}

/** Checks that people can sign in with the services that are on: each answers, and accepts this site's secret. */
export async function checkOauth(at: WithDb): Promise<Outcome[] | undefined> {
  const { oauth2_open } = await readOptions(at.db)
  const isUsed = ({ isOpen, provider_id }: Provider) => isOpen || (provider_id === showdocProvider && oauth2_open)
  const used = (await listProviders(at)).filter(isUsed)
  if (used.length === 0) return undefined
  const problems = await Promise.all(used.map((provider) => problemOfProvider(at, provider)))
  const names = used.flatMap(({ name }, index) => (problems[index] ? [] : [name])).join(', ')
  return [...problems.flatMap((one) => one ?? []), ...(names === '' ? [] : [fine('oauthReady', { names })])]
}

const daySeconds = 86_400
// Systems synchronise at least once a day; a week may pass without one in which they are stopped for work.
const silentSeconds = 7 * daySeconds

/** Checks that the systems that create accounts by SCIM get in, and come. */
export async function checkScim({ db, now: clock }: WithDb): Promise<Outcome[] | undefined> {
  const now = Math.floor(clock().getTime() / 1000)
  const tokens = await listScimTokens(db)
  const found = tokens.map((token): Outcome => {
    const { name, username, addtime, last_use_time } = token
    if (isHeld(token))
      return { status: 'error', text: 'scimHeld', values: { name, username: username ?? '—' }, advice: 'takeOver' }
    if (last_use_time === 0)
      return now - addtime < daySeconds
        ? { status: 'info', text: 'scimNew', values: { name } }
        : { status: 'warning', text: 'scimUnused', values: { name, time: dateText(addtime) }, advice: 'enterToken' }
    const values = { name, time: dateText(last_use_time) }
    return now - last_use_time < silentSeconds
      ? fine('scimUsed', values)
      : { status: 'warning', text: 'scimSilent', values, advice: 'seeSystem' }
  })
  const rejected = await findRejectedCall(db, now - daySeconds)
  if (rejected) {
    const values = { ip: rejected.ip, time: dateText(rejected.addtime) }
    // without a token anybody may have tried the address
    found.push({ status: tokens.length === 0 ? 'info' : 'warning', text: 'scimRejected', values, advice: 'newToken' })
  }
  return found.length === 0 ? undefined : found
}
