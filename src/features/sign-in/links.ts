import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { actorOf, insertAudit } from '#src/features/audit/index.ts'
import { queueAccountChange } from '#src/features/notice/index.ts'
import { findProvider, listProviders } from '#src/features/sign-in-provider/index.ts'
import {
  type Confirming,
  confirmOwner,
  findIdentity,
  hasPassword,
  listIdentitiesOf,
  removeIdentities,
  removeTokensOfProvider,
} from '#src/features/user/index.ts'
import { beginWithProvider, linksPath, type ProviderRequest, protocolOf } from './with-provider.ts'

/** Lists the providers with what a user has there: those that are open, and those with which the user is linked. */
export async function listLinks(app: App, { uid }: User) {
  const identities = await listIdentitiesOf(app.db, uid)
  const providers = (await listProviders(app)).map(({ provider_id, type, name, isOpen, form }) => {
    const authority = protocolOf(type).authorityOf(form)
    const own = identities.find((one) => one.provider === provider_id && one.authority === authority)
    return {
      provider_id,
      name,
      is_open: isOpen,
      is_linked: own !== undefined,
      provider_name: own?.provider_name ?? '',
      addtime: own?.addtime ?? 0,
    }
  })
  return {
    needs_password: await hasPassword(app.db, uid),
    providers: providers.filter(({ is_open, is_linked }) => is_open || is_linked),
  }
}

/**
 * Begins to link an account of a provider with that of a user.
 *
 * @returns the address at the provider that the browser goes to
 * @throws {AppError} those of `confirmOwner`, providerGone, providerLinked, those of `beginWithProvider`
 */
export async function beginLink(
  app: App,
  request: ProviderRequest & Pick<Confirming, 'tokenHash'>,
  user: User,
  { provider_id, password }: { provider_id: string; password: string },
): Promise<{ url: string }> {
  await confirmOwner(app, { user, ip: request.ip, tokenHash: request.tokenHash }, password)
  const provider = (await findProvider(app, provider_id)) ?? fail('providerGone')
  const authority = protocolOf(provider.type).authorityOf(provider.form)
  if (await findIdentity(app.db, user.uid, provider_id, authority)) fail('providerLinked', { provider: provider.name })
  return { url: await beginWithProvider(app, request, provider_id, { uid: user.uid, redirect: linksPath }) }
}

/**
 * Ends the links of a user with a provider, and what else they began with it. A password, or another
 * service, must be left to sign in with.
 *
 * @throws {AppError} those of `confirmOwner`, providerIsLast
 */
export async function endLink(
  app: App,
  { ip, tokenHash }: { ip: string; tokenHash: Buffer | undefined },
  user: User,
  { provider_id, password }: { provider_id: string; password: string },
): Promise<void> {
  await confirmOwner(app, { user, ip, tokenHash }, password)
  // an account of the directory belongs to it: only the site's administrators change that
  if (provider_id === 'ldap') return
  const name = (await findProvider(app, provider_id))?.name ?? provider_id
  await transact(app.db, async (tx) => {
    if ((await removeIdentities(tx, user.uid, provider_id)) === 0) return
    if (!(await hasPassword(tx, user.uid)) && (await listIdentitiesOf(tx, user.uid)).length === 0)
      fail('providerIsLast')
    await removeTokensOfProvider(tx, user.uid, provider_id, tokenHash)
    const entry = {
      ...actorOf(user, { ip }),
      action: 'providerUnlinked',
      object_type: 'user',
      object_id: user.uid,
    } as const
    const now = nowSeconds(app)
    await insertAudit(tx, { ...entry, detail: `${user.username}: ${provider_id}` }, now)
    await queueAccountChange(tx, app, 'providerUnlinked', user.uid, { now, name, ip })
  })
}
