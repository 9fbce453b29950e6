import { createHash } from 'node:crypto'
import { variableName } from '#shared/contract/api-call-rules.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { isItemMember, requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type Tx, transact } from '#src/db/database.ts'
import type { ApiEnvironmentTable } from '#src/db/schema.ts'
import type { Secret } from './inject-secrets.ts'
import {
  findEnvironment,
  insertEnvironment,
  insertMissingEnvironments,
  listEnvironments,
  listSecrets,
  type NewEnvironment,
  removeEnvironment,
  removeOtherSecrets,
  removeSecret,
  updateEnvironment,
  upsertSecret,
} from './queries.ts'

const environmentsMost = 20

interface Variable {
  name: string
  value: string
  is_secret: boolean
}

interface EnvironmentInput {
  env_id: number
  env_name: string
  base_url: string
  variables: Variable[]
  base_version: string
}

type Written = Pick<ApiEnvironmentTable, 'env_name' | 'base_url' | 'variables'>

/** Returns a short hash of an environment's content: different content gives a different hash. */
const versionOf = ({ env_name, base_url, variables }: Written): string =>
  createHash('sha256')
    .update(JSON.stringify([env_name, base_url, variables]))
    .digest('base64url')
    .slice(0, 22)

const variablesOf = ({ variables }: { variables: string }): Variable[] => JSON.parse(variables) as Variable[]

/** Returns the origin that an environment's secrets are sent to; undefined without a base address. */
const originOf = ({ base_url }: Pick<ApiEnvironmentTable, 'base_url'>): string | undefined =>
  URL.canParse(base_url) ? new URL(base_url).origin : undefined

/**
 * Returns the environments of an item as `user` sees them; none for users who are not members, even when the item is
 * public.
 */
export async function getEnvironments(app: App, user: User | undefined, item: ItemAccess) {
  if (!user || !(await isItemMember(app.db, user, item))) return []
  const rows = await listEnvironments(app.db, item.item_id)
  const stored = await listSecrets(
    app.db,
    user.uid,
    rows.map(({ env_id }) => env_id),
  )
  return rows.map((row) => ({
    ...row,
    env_version: versionOf(row),
    variables: variablesOf(row).map((one) => ({ ...one, is_set: isSet(row, one.name) })),
  }))

  function isSet(row: ApiEnvironmentRow, name: string): boolean {
    const origin = originOf(row)
    return stored.some((one) => one.env_id === row.env_id && one.name === name && one.origin === origin)
  }
}

type ApiEnvironmentRow = Awaited<ReturnType<typeof listEnvironments>>[number]

/** Returns an environment to a member of its item. @throws {AppError} environmentGone */
export async function requireEnvironment(
  app: App,
  user: User,
  item: ItemAccess,
  env_id: number,
): Promise<ApiEnvironmentRow> {
  if (!(await isItemMember(app.db, user, item))) fail('environmentGone')
  return (await findEnvironment(app.db, { item_id: item.item_id, env_id })) ?? fail('environmentGone')
}

/** Returns the secret variables of an environment with the values of `user`. @throws {AppError} environmentGone */
export async function getSecrets(app: App, user: User, item: ItemAccess, env_id: number): Promise<Secret[]> {
  if (env_id === 0) return []
  const row = await requireEnvironment(app, user, item, env_id)
  const kept = await listSecrets(app.db, user.uid, [env_id])
  return variablesOf(row)
    .filter(({ is_secret }) => is_secret)
    .map(({ name }) => ({ name, kept: kept.find((one) => one.name === name) }))
}

/** Returns the base address of an environment and the values of its variables; none for `env_id` 0. */
export async function readPlainEnvironment(
  app: App,
  user: User,
  item: ItemAccess,
  env_id: number,
): Promise<{ base_url: string; values: Map<string, string>; secrets: Set<string> }> {
  if (env_id === 0) return { base_url: '', values: new Map(), secrets: new Set() }
  const row = await requireEnvironment(app, user, item, env_id)
  const variables = variablesOf(row)
  return {
    base_url: row.base_url,
    values: new Map(variables.filter((one) => !one.is_secret).map((one) => [one.name, one.value])),
    secrets: new Set(variables.filter((one) => one.is_secret).map((one) => one.name)),
  }
}

const isAddress = (base_url: string): boolean =>
  URL.canParse(base_url) && /^https?:\/\/[^\s?#@\\{}]+$/i.test(base_url) && new URL(base_url).username === ''

function checkedAddress(base_url: string): string {
  if (base_url === '') return ''
  return isAddress(base_url) ? base_url.replace(/\/+$/, '') : fail('environmentAddressBad')
}

function checkedVariables(variables: readonly Variable[]): Variable[] {
  const names = new Set<string>()
  for (const { name } of variables) {
    if (!variableName.test(name) || names.has(name)) fail('variableNameBad', { name })
    names.add(name)
  }
  return variables.map((one) => (one.is_secret ? { ...one, value: '' } : one))
}

/**
 * Adds the environments of an import to an item. Those whose name exists already stay as they are; an address that
 * nobody could save here is left out.
 */
export const insertEnvironments = (tx: Tx, item_id: number, given: readonly NewEnvironment[], addtime: number) => {
  const checked = given.map((one) => ({ ...one, base_url: isAddress(one.base_url ?? '') ? (one.base_url ?? '') : '' }))
  return insertMissingEnvironments(tx, item_id, checked, { addtime, most: environmentsMost })
}

/**
 * Throws for members who are limited to catalogs: environments belong to the whole item, and such members may only use
 * them.
 *
 * @throws {AppError} noRight
 */
function requireWhole(item: ItemAccess<'edit'>): void {
  if (item.catalogs !== undefined) fail('noRight')
}

/**
 * Creates or updates an environment. Users' values of variables that are no longer secret are deleted.
 *
 * @returns its id and its new version
 * @throws {AppError} environmentGone; environmentChanged when its content no longer matches `base_version`;
 *   environmentTooMany, environmentAddressBad, variableNameBad, itemArchived, noRight
 */
export async function saveEnvironment(app: App, item: ItemAccess<'edit'>, input: EnvironmentInput) {
  requireWhole(item)
  const variables = checkedVariables(input.variables)
  const row = {
    item_id: item.item_id,
    env_name: input.env_name,
    base_url: checkedAddress(input.base_url),
    variables: JSON.stringify(variables),
    addtime: nowSeconds(app),
  }
  const env_version = versionOf(row)
  return transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if (input.env_id === 0) {
      const known = await listEnvironments(tx, item.item_id)
      if (known.length >= environmentsMost) fail('environmentTooMany', { most: environmentsMost })
      return { env_id: await insertEnvironment(tx, row), env_version }
    }
    const former =
      (await findEnvironment(tx, { item_id: item.item_id, env_id: input.env_id })) ?? fail('environmentGone')
    if (input.base_version !== '' && input.base_version !== versionOf(former)) fail('environmentChanged')
    await updateEnvironment(tx, input.env_id, row)
    await removeOtherSecrets(
      tx,
      input.env_id,
      variables.filter(({ is_secret }) => is_secret).map(({ name }) => name),
    )
    return { env_id: input.env_id, env_version }
  })
}

/** Deletes an environment. @throws {AppError} environmentGone, itemArchived, noRight */
export const deleteEnvironment = (app: App, item: ItemAccess<'edit'>, env_id: number): Promise<void> =>
  transact(app.db, async (tx) => {
    requireWhole(item)
    await requireWritable(tx, item)
    if (!(await removeEnvironment(tx, item.item_id, env_id))) fail('environmentGone')
  })

/**
 * Saves a user's value of a secret variable, bound to the environment's current host.
 *
 * @throws {AppError} environmentGone, also when it has no such variable; secretNeedsAddress
 */
export async function saveSecret(
  app: App,
  user: User,
  item: ItemAccess,
  { env_id, name, value }: { env_id: number; name: string; value: string },
): Promise<void> {
  const row = await requireEnvironment(app, user, item, env_id)
  if (!variablesOf(row).some((one) => one.is_secret && one.name === name)) fail('environmentGone')
  if (value === '') return void (await removeSecret(app.db, { env_id, uid: user.uid, name }))
  const origin = originOf(row) ?? fail('secretNeedsAddress')
  await upsertSecret(app.db, { env_id, uid: user.uid, name, value, origin })
}
