import type { z } from 'zod'
import type { adminProvider } from '#shared/contract/sign-in-provider.ts'
import { type ProviderType, providerForms, showdocProvider } from '#shared/sign-in-providers.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { countConnectionTest } from '#src/core/connection-tests.ts'
import { fail } from '#src/core/errors.ts'
import { errorText, type Lang } from '#src/core/i18n.ts'
import { type Tx, transact } from '#src/db/database.ts'
import { type Actor, insertAudit, recordFailedConnection } from '#src/features/audit/index.ts'
import { readOptionForm } from '#src/features/options/index.ts'
import { protocolOf, requireSiteAddress, siteAddress } from '#src/features/sign-in/index.ts'
import {
  callbackOf,
  completeForm,
  findProvider,
  listProviders,
  type Provider,
  removeProvider,
  upsertProvider,
} from '#src/features/sign-in-provider/index.ts'
import { countIdentities, moveIdentities } from '#src/features/user/index.ts'
import { parseLogoutAddress } from './addresses.ts'
import { maskForm, mergeForm } from './secret-fields.ts'
import { storeSettings } from './settings.ts'

type Form = Readonly<Record<string, string>>
type TypedForm = Readonly<Record<string, boolean | number | string | undefined>>
type Origin = { origin(): string | undefined }

/** Returns the providers as Admin shows them. */
export async function listShownProviders(
  app: App,
  request: Origin,
): Promise<z.input<typeof adminProvider.list.output>> {
  const counts = await countIdentities(app.db)
  const site = await siteAddress(app, request)
  return (await listProviders(app)).map((provider) => {
    const { provider_id, type, name, isOpen, source, form } = provider
    const authority = protocolOf(type).authorityOf(form)
    const linked = counts.find((one) => one.provider === provider_id && one.authority === authority)
    return {
      provider_id,
      type,
      name,
      is_open: isOpen ? '1' : '0',
      source,
      form: maskForm(form, providerForms[type]),
      callback: callbackOf(provider, site),
      accounts: linked?.count ?? 0,
    }
  })
}

/** Returns the form of a provider as it would be with what was typed. @throws {AppError} logoutAddressBad */
function mergedForm(type: ProviderType, stored: Form, typed: TypedForm): Form {
  const leads = typed['logout_redirect_uri']
  const given = typeof leads === 'string' ? { ...typed, logout_redirect_uri: parseLogoutAddress(leads) } : typed
  return mergeForm(stored, given, providerForms[type])
}

/**
 * Settles what becomes of linked accounts when a provider moves to another authority.
 *
 * @throws {AppError} providerMoved when somebody is linked and `keep_links` does not say what becomes of them
 */
async function settleLinks(
  tx: Tx,
  provider_id: string,
  { from, to, keep_links }: { from: string; to: string; keep_links: boolean | undefined },
): Promise<void> {
  if (from === to) return
  const counts = (await countIdentities(tx)).filter((one) => one.provider === provider_id && one.authority !== to)
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return
  if (keep_links === undefined) fail('providerMoved', { count })
  if (keep_links) await moveIdentities(tx, provider_id, to)
}

/**
 * Adds a provider or changes its settings; fields that are left out stay unchanged.
 *
 * @throws {AppError} providerFixed, providerMoved, providerIncomplete when it is to be open, logoutAddressBad
 */
export async function saveProvider(
  app: App,
  actor: Actor,
  input: z.output<typeof adminProvider.save.input>,
): Promise<{ provider_id: string }> {
  const { provider_id, is_open, keep_links } = input
  const known = await findProvider(app, provider_id)
  if (known?.source === 'file') fail('providerFixed', { provider: known.name })
  const type = known?.type ?? (provider_id === showdocProvider ? 'oauth2' : (input.type ?? 'oauth2'))
  const name = input.name ?? known?.name ?? provider_id
  const stored = provider_id === showdocProvider ? await readOptionForm(app.db, 'oauth2_form') : (known?.form ?? {})
  const form = mergedForm(type, stored, (input.form ?? {}) as TypedForm)
  const isOpen = is_open ?? known?.isOpen ?? false
  const protocol = protocolOf(type)
  const field = isOpen ? protocol.missingField(completeForm(type, form)) : undefined
  if (field !== undefined) fail('providerIncomplete', { provider: name, field })
  if (isOpen) await requireSiteAddress(app, { type, name })
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const from = protocol.authorityOf(completeForm(type, stored))
    await settleLinks(tx, provider_id, { from, to: protocol.authorityOf(completeForm(type, form)), keep_links })
    if (provider_id === showdocProvider) {
      const former = { oauth2_open: known?.isOpen ? '1' : '0', oauth2_form: JSON.stringify(stored) }
      const next = { oauth2_open: isOpen ? '1' : '0', oauth2_form: JSON.stringify(form) }
      return storeSettings(tx, actor, former, next, now)
    }
    const is_open = isOpen ? 1 : 0
    await upsertProvider(tx, { provider_id, type, name, is_open, form: JSON.stringify(form), addtime: now })
    const changed = Object.keys(form).filter((one) => form[one] !== (known?.form[one] ?? ''))
    if (known?.isOpen !== isOpen) changed.unshift(`is_open ${is_open}`)
    const detail = `${provider_id}: ${changed.join(', ')}`
    await insertAudit(tx, { ...actor, action: 'settingsChanged', object_type: 'setting', detail }, now)
  })
  return { provider_id }
}

/**
 * Removes a provider. What links accounts with it stays, so that they are the same people when it comes back.
 *
 * @throws {AppError} providerGone, providerFixed
 */
export async function deleteProvider(app: App, actor: Actor, provider_id: string): Promise<void> {
  const known = (await findProvider(app, provider_id)) ?? fail('providerGone')
  if (known.source === 'file') fail('providerFixed', { provider: known.name })
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    if (provider_id === showdocProvider) {
      const former = { oauth2_open: '?', oauth2_form: '?' }
      return storeSettings(tx, actor, former, { oauth2_open: '0', oauth2_form: '{}' }, now)
    }
    await removeProvider(tx, provider_id)
    const detail = `${provider_id}: removed`
    await insertAudit(tx, { ...actor, action: 'settingsChanged', object_type: 'setting', detail }, now)
  })
}

/** Tries a provider with a form that need not be saved. @throws {AppError} tooManyTests, logoutAddressBad */
export async function testProvider(
  app: App,
  actor: Actor,
  input: z.output<typeof adminProvider.test.input>,
  { lang, origin }: Origin & { lang: Lang },
) {
  countConnectionTest(app, 'provider', actor.uid)
  const { provider_id } = input
  const known = await findProvider(app, provider_id)
  const type = known?.type ?? input.type ?? 'oauth2'
  // the secrets of the configuration file are not sent to an address that somebody types here
  const form =
    known?.source === 'file' ? known.form : mergedForm(type, known?.form ?? {}, (input.form ?? {}) as TypedForm)
  const provider: Provider = {
    provider_id,
    type,
    name: known?.name ?? provider_id,
    isOpen: true,
    source: 'site',
    form: completeForm(type, form),
  }
  const callback = callbackOf(provider, await siteAddress(app, { origin }))
  const steps = await protocolOf(type).test(app, provider, callback)
  for (const { error } of steps) if (error) await recordFailedConnection(app, actor, provider_id, error)
  return steps.map(({ error, ...step }) => ({
    ...step,
    error_message: error ? errorText(lang, error.errorName, error.values) : '',
  }))
}
