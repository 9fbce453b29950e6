import { setImmediate as nextTurn } from 'node:timers/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { ScimRequest } from '#src/core/scim-exchange.ts'
import { type Tx, transact } from '#src/db/database.ts'
import type { Actor } from '#src/features/audit/index.ts'
import { addDecidedTeam, applyTeamMembership, findMembers, updateTeam } from '#src/features/team/index.ts'
import { usernameKey } from '#src/features/user/index.ts'
import type { ScimClient } from './client.ts'
import { parseFilter, type ScimFilter } from './filter.ts'
import { readPatch } from './patch.ts'
import {
  countScimGroups,
  countScimMembers,
  findAdministrator,
  findScimGroup,
  findScimGroupByName,
  insertScimGroup,
  listScimAccounts,
  listScimGroups,
  listScimMembers,
  removeScimGroup,
  type ScimGroup,
  updateScimGroup,
} from './queries.ts'
import {
  attributesOf,
  listOf,
  memberIds,
  parseId,
  type Resource,
  rangeOf,
  type Selection,
  schemaNames,
  select,
  selectionOf,
  textOf,
  timeText,
  withVersion,
} from './resource.ts'
import { requireVersion } from './users.ts'

const displayNameMost = 200
// An answer with more members than that would hold up others.
const listedMembersMost = 20_000

type Members = readonly { uid: number; user_name: string }[]

function groupResource(group: ScimGroup, members: Members | undefined, base: string): Resource {
  const { team_id, external_id, display_name } = group
  const resource: Resource = {
    schemas: [schemaNames.group],
    id: String(team_id),
    ...(external_id !== '' && { externalId: external_id }),
    displayName: display_name,
    ...(members && {
      members: members.map(({ uid, user_name }) => ({ value: String(uid), display: user_name, type: 'User' })),
    }),
    meta: {
      resourceType: 'Group',
      created: timeText(group.addtime),
      lastModified: timeText(group.change_time),
      location: `${base}/Groups/${team_id}`,
    },
  }
  // the version of a whole group says who is in it
  return members ? withVersion(resource) : resource
}

/** Lists groups. @throws {AppError} scimFilterBad, scimTooMany */
export async function listGroups(app: App, _client: ScimClient, { query, base }: ScimRequest): Promise<object> {
  const filter = query.get('filter') ? parseFilter(query.get('filter') ?? '') : undefined
  const { startIndex, count } = rangeOf(query)
  const selection = selectionOf(query)
  const total = await countScimGroups(app.db, filter)
  const groups = count === 0 ? [] : await listScimGroups(app.db, filter, { offset: startIndex - 1, limit: count })
  const ids = groups.map(({ team_id }) => team_id)
  const byGroup = new Map<number, { uid: number; user_name: string }[]>(ids.map((id) => [id, []]))
  const wantsMembers = ids.length > 0 && selection.wants('members')
  if (wantsMembers) {
    if (ids.length > 1 && (await countScimMembers(app.db, ids)) > listedMembersMost) fail('scimTooMany')
    for (const member of await listScimMembers(app.db, ids)) byGroup.get(member.team_id)?.push(member)
  }
  return listOf(
    groups.map((group) =>
      select(groupResource(group, wantsMembers ? byGroup.get(group.team_id) : undefined, base), selection),
    ),
    total,
    startIndex,
  )
}

/** Returns a group. @throws {AppError} scimGone */
export async function getGroup(
  app: App,
  _client: ScimClient,
  team_id: number,
  base: string,
  selection?: Selection,
): Promise<Resource> {
  const group = (await findScimGroup(app.db, team_id)) ?? fail('scimGone')
  const wantsMembers = selection?.wants('members') ?? true
  return groupResource(group, wantsMembers ? await listScimMembers(app.db, [team_id]) : undefined, base)
}

/** What a request says about a group; undefined for what it does not mention. */
interface GroupChange {
  displayName?: string
  externalId?: string
  /** In order. */
  members: MemberChange[]
}

interface MemberChange {
  /** `set` makes these the only ones. */
  action: 'add' | 'remove' | 'set'
  ids: number[]
}

function groupChangeOf(body: unknown): GroupChange {
  const attributes = attributesOf(body)
  const change: GroupChange = { members: [] }
  if (attributes.has('displayname'))
    change.displayName = textOf(attributes.get('displayname'), 'displayName', displayNameMost)
  if (attributes.has('externalid')) change.externalId = textOf(attributes.get('externalid'), 'externalId', 300)
  if (attributes.has('members')) change.members.push({ action: 'set', ids: memberIds(attributes.get('members')) })
  return change
}

/** Returns the ids of the members that a filter names. @throws {AppError} scimPathBad for a filter that names none */
function idsOfFilter(filter: ScimFilter): number[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOfFilter)
  if (filter.kind === 'compare' && filter.path === 'members.value' && filter.operator === 'eq') {
    const id = parseId(String(filter.value))
    return id === undefined ? [] : [id]
  }
  return fail('scimPathBad', { path: 'members[…]' })
}

function readGroupPatch(body: unknown): GroupChange {
  const change: GroupChange = { members: [] }
  for (const { action, attribute, filter, part, value } of readPatch(body)) {
    if (attribute === 'displayname' && action !== 'remove')
      change.displayName = textOf(value, 'displayName', displayNameMost)
    else if (attribute === 'externalid') change.externalId = action === 'remove' ? '' : textOf(value, 'externalId', 300)
    else if (attribute === 'members') {
      if (filter) {
        // a part of a member, as its display name, is not changed here
        if (action === 'remove' && part === '') change.members.push({ action, ids: idsOfFilter(filter) })
        else if (part === '') change.members.push({ action: 'add', ids: idsOfFilter(filter) })
      } else if (action === 'replace') change.members.push({ action: 'set', ids: memberIds(value) })
      // without a value all of them; some systems name those who leave in the value
      else if (action === 'remove' && (value === undefined || value === null))
        change.members.push({ action: 'set', ids: [] })
      else change.members.push({ action, ids: memberIds(value) })
    }
  }
  return change
}

// So many members in one transaction, that others can save in between.
const membersAtOnce = 200

/** Puts the accounts among these ids into a team, or takes them out of it, some at a time. */
async function applyMembers(app: App, actor: Actor, team_id: number, ids: readonly number[], isIn: boolean) {
  for (let at = 0; at < ids.length; at += membersAtOnce) {
    if (at > 0) await nextTurn()
    if (app.stopping.aborted) fail('stopping')
    await transact(app.db, async (tx) => {
      const { team_name, uid } = (await findScimGroup(tx, team_id)) ?? fail('scimGone')
      const accounts = await listScimAccounts(tx, ids.slice(at, at + membersAtOnce))
      const members = await findMembers(
        tx,
        team_id,
        accounts.map((account) => account.uid),
      )
      const people = accounts.filter((account) => members.has(account.uid) !== isIn)
      const team = { id: team_id, team_name, uid }
      await applyTeamMembership(tx, actor, team, { people, isIn, via: 'SCIM' }, nowSeconds(app))
    })
  }
}

/** Applies changes of the members. Members of this site, whom no other system decides, stay. */
async function changeMembers(app: App, actor: Actor, team_id: number, changes: readonly MemberChange[]): Promise<void> {
  for (const { action, ids } of changes) {
    if (action === 'set') {
      const wanted = new Set(ids)
      const present = await listScimMembers(app.db, [team_id])
      const gone = present.map(({ uid }) => uid).filter((uid) => !wanted.has(uid))
      await applyMembers(app, actor, team_id, gone, false)
      for (const { uid } of present) wanted.delete(uid)
      await applyMembers(app, actor, team_id, [...wanted], true)
    } else await applyMembers(app, actor, team_id, ids, action === 'add')
  }
}

/** Applies the names of a group to its team. @throws {AppError} scimGroupTaken, scimValueBad */
async function applyNames(tx: Tx, group: ScimGroup, change: GroupChange, now: number): Promise<void> {
  const { team_id } = group
  const display_name = change.displayName ?? group.display_name
  if (display_name === '') fail('scimValueBad', { attribute: 'displayName' })
  const display_name_key = usernameKey(display_name)
  const external_id = change.externalId ?? group.external_id
  if (display_name_key !== group.display_name_key) {
    const other = await findScimGroupByName(tx, display_name_key)
    if (other?.is_deleted) await removeScimGroup(tx, other.team_id)
    else if (other) fail('scimGroupTaken', { name: display_name })
  }
  if (display_name !== group.display_name)
    await updateTeam(tx, team_id, { team_name: display_name, last_update_time: now })
  await updateScimGroup(tx, team_id, { display_name, display_name_key, external_id, is_deleted: 0, change_time: now })
}

/**
 * Returns the team of a new group: that of a group that was deleted by SCIM and is the same, or a new one. Other teams
 * of the same name are left alone: somebody gave them their projects.
 *
 * @throws {AppError} scimGroupTaken
 */
async function teamFor(tx: Tx, client: ScimClient, change: GroupChange, now: number): Promise<number> {
  const { displayName: team_name = '', externalId: external_id = '' } = change
  const display_name_key = usernameKey(team_name)
  const known = await findScimGroupByName(tx, display_name_key)
  if (known && !known.is_deleted) fail('scimGroupTaken', { name: team_name })
  if (known && (known.external_id === external_id || known.external_id === '' || external_id === '')) {
    await updateScimGroup(tx, known.team_id, { is_deleted: 0, external_id, change_time: now })
    return known.team_id
  }
  if (known) await removeScimGroup(tx, known.team_id)
  const owner = (await findAdministrator(tx, client.uid)) ?? fail('lastAdministrator')
  const team_id = await addDecidedTeam(tx, client.actor, { team_name, uid: owner.uid, via: 'SCIM' }, now)
  const row = { team_id, external_id, display_name: team_name, display_name_key }
  await insertScimGroup(tx, { ...row, addtime: now, change_time: now })
  return team_id
}

/** Creates a group, which is a team here. @returns its id @throws {AppError} scimSyntaxBad, scimValueBad, scimGroupTaken */
export async function createGroup(app: App, client: ScimClient, body: unknown): Promise<number> {
  const change = groupChangeOf(body)
  if (!change.displayName) return fail('scimValueBad', { attribute: 'displayName' })
  const team_id = await transact(app.db, (tx) => teamFor(tx, client, change, nowSeconds(app)))
  await changeMembers(app, client.actor, team_id, change.members)
  return team_id
}

/** Changes a group. @throws {AppError} scimGone, scimVersionOld, scimGroupTaken, scimValueBad, scimPathBad */
export async function changeGroup(
  app: App,
  client: ScimClient,
  team_id: number,
  { method, ifMatch, base }: Pick<ScimRequest, 'method' | 'ifMatch' | 'base'>,
  body: unknown,
): Promise<void> {
  await requireVersion(ifMatch, () => getGroup(app, client, team_id, base))
  const change = method === 'PUT' ? groupChangeOf(body) : readGroupPatch(body)
  await transact(app.db, async (tx) => {
    const group = (await findScimGroup(tx, team_id)) ?? fail('scimGone')
    await applyNames(tx, group, change, nowSeconds(app))
  })
  await changeMembers(app, client.actor, team_id, change.members)
}

/**
 * Ends a group: those who came by SCIM leave the team, which stays with its projects and its other members.
 *
 * @throws {AppError} scimGone, scimVersionOld
 */
export async function deleteGroup(
  app: App,
  client: ScimClient,
  team_id: number,
  { ifMatch, base }: Pick<ScimRequest, 'ifMatch' | 'base'>,
): Promise<void> {
  await requireVersion(ifMatch, () => getGroup(app, client, team_id, base))
  if (!(await findScimGroup(app.db, team_id))) fail('scimGone')
  await changeMembers(app, client.actor, team_id, [{ action: 'set', ids: [] }])
  await transact(app.db, async (tx) => {
    await updateScimGroup(tx, team_id, { is_deleted: 1, change_time: nowSeconds(app) })
  })
}
