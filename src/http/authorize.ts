import { type Endpoint, needsUser, type Target } from '#shared/contract/endpoint.ts'
import { requireKey } from '#src/access/api-key.ts'
import { requireCatalog, requireItem, requirePage, type Visitor } from '#src/access/permissions.ts'
import { requireTeam } from '#src/access/team-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'

/** @throws {AppError} notLoggedIn, for a call that requires a signed-in user */
export function requireSignedIn({ access }: Endpoint, user: Visitor['user']): void {
  if (!user && needsUser(access)) fail('notLoggedIn')
}

async function requireAccess(
  app: App,
  endpoint: Endpoint,
  visitor: Visitor,
  input: Record<string, unknown>,
): Promise<object> {
  const { access } = endpoint
  requireSignedIn(endpoint, visitor.user)
  if (access === 'anyone' || access === 'user') return {}
  if (access === 'admin') return visitor.user?.groupid === 1 ? {} : fail('adminOnly')
  if ('key' in access) return requireKey(app, input, access.key)
  const id = input[access.by] as number
  if ('page' in access) return requirePage(app, visitor, id, access.page)
  if ('catalog' in access) return requireCatalog(app, visitor, id, access.catalog)
  if ('team' in access) return { team: await requireTeam(app, visitor, id, access.team) }
  return { item: await requireItem(app, visitor, input[access.by] as number | string, access.item) }
}

/** Checks what the caller may do with the item, page or team of a field; undefined when the field names none. */
async function requireTarget(app: App, visitor: Visitor, target: Target, value: unknown): Promise<unknown> {
  if ('items' in target) {
    const items = []
    for (const id of new Set(value as number[])) items.push(await requireItem(app, visitor, id, target.items))
    return items
  }
  const id = value as number | undefined
  if (!id) return undefined
  if ('page' in target) return (await requirePage(app, visitor, id, target.page)).page
  if ('team' in target) return requireTeam(app, visitor, id, target.team)
  return requireItem(app, visitor, id, target.item)
}

/**
 * Checks the permission that a call declares, and those on its further targets, in their order.
 *
 * @returns the proofs for the handler
 * @throws {AppError} notLoggedIn, adminOnly, and those of the `require...` functions of `src/access`
 */
export async function authorize(
  app: App,
  endpoint: Endpoint,
  visitor: Visitor,
  input: Record<string, unknown>,
): Promise<object> {
  const proof = await requireAccess(app, endpoint, visitor, input)
  const targets: Record<string, unknown> = {}
  for (const [name, target] of Object.entries(endpoint.targets))
    targets[name] = await requireTarget(app, visitor, target, input[target.by])
  return { ...proof, targets }
}
