import type { Endpoint } from '#shared/contract/endpoint.ts'
import { contract } from '#shared/contract/index.ts'
import { passwordMask } from '#shared/contract/item.ts'
import { RateLimiter } from '#src/core/rate-limiter.ts'
import { stopExports } from '#src/features/backup/scheduled-exports.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Case, casesOf, type Fields, passers, type Rows } from './row.ts'
import { secretsIn } from './secrets.ts'
import { type Answer, type Body, bodyOf, send } from './send.ts'
import type { Change } from './watch.ts'
import { type At, nowhere, type Others, type Place, type Role, roles, type State, type World } from './world.ts'
import { Worlds } from './worlds.ts'

/** Each call of the contract by its path. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(contract).flatMap(([controller, actions]) =>
    Object.entries(actions as Record<string, Endpoint>).map(([action, endpoint]): [string, Endpoint] => [
      `${controller}/${action}`,
      endpoint,
    ]),
  ),
)

const limited: readonly Role[] = ['limitedReader', 'limitedEditor']

/** Where in an item a call is made. */
type Spot = 'inside' | 'outside' | 'root' | 'nowhere'

/** Options of a matrix call. */
interface How {
  state?: State
  spot?: Spot
  /** Replaces the usual fields. */
  change?: (fields: Fields, world: World) => Fields
  /** Builds a different body from the fields than the usual form. */
  body?: (fields: Fields) => Body
  /** Whether the world is reused, whatever the call has changed in it. */
  keepsWorld?: boolean
}

/** The result of a call. */
interface Outcome {
  answer: Answer
  changes: Change[]
  world: World
}

const valueText = (value: string | number | File | undefined) => (value instanceof File ? value.name : String(value))

/** The fields that differ between two calls. */
const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter((name) => valueText(one[name]) !== valueText(other[name]))

// The table that a link column of a row refers to.
const tableOf: Record<string, string> = {
  item_id: 'item',
  page_id: 'page',
  object_id: 'page',
  cat_id: 'catalog',
  parent_cat_id: 'catalog',
  file_id: 'upload_file',
  team_id: 'team',
  template_id: 'template',
  message_content_id: 'message_content',
  page_history_id: 'page_history',
}

/** Whether a change affects another user: a row of theirs, or links from a new row to their data. */
const touchesOthers = ({ table, key, links }: Change, others: ReadonlySet<string>): boolean =>
  others.has(`${table} ${key}`) ||
  Object.entries(links).some(([name, value]) => others.has(`${tableOf[name]} ${value}`))

const shown = ({ table, op, key }: Change) => `${op} ${table} ${key}`

/** Makes every call as every role and reports what differs from its row. */
export class Matrix {
  readonly #app: TestApp
  readonly #worlds: Worlds
  readonly #known = new Map<State, World>()
  readonly #others = new Map<State, Others>()
  /** The states whose world calls have changed and kept. */
  readonly #changed = new Set<State>()
  #nth = 0

  private constructor(app: TestApp, worlds: Worlds) {
    this.#app = app
    this.#worlds = worlds
  }

  /** On its own test app, without rate limits. */
  static async on(app: TestApp): Promise<Matrix> {
    let now = 0
    const daily = () => {
      now += 86_400_000
      return now
    }
    app.app.limiter = new RateLimiter(daily)
    app.token('admin')
    return new Matrix(app, await Worlds.in(app))
  }

  /** An unchanged world: one that a call has changed is not reused. */
  world(state: State = 'private'): World {
    const world = this.#known.get(state) ?? this.#worlds.make(state, this.#others.get(state))
    this.#known.set(state, world)
    this.#others.set(state, world)
    return world
  }

  /** Drops the worlds that calls have changed. */
  renew(): void {
    for (const state of this.#changed) this.#known.delete(state)
    this.#changed.clear()
  }

  /** The caller and the target of a call. */
  at(world: World, role: Role, spot: Spot = 'inside', side: 'mine' | 'other' = 'mine'): At {
    const me = side === 'other' ? world.other.owner : world.people[role === 'visitor' ? 'owner' : role]
    const place: Place = spot === 'nowhere' ? nowhere : world[side][spot]
    const { captcha, announcement, scimToken } = world
    return { side: world[side], place, me, captcha, announcement, scimToken, nth: this.#nth, app: this.#app }
  }

  #fieldsOf = (one: Case, at: At): Fields => this.#worlds.unseen(() => one.fields(at))

  /** Makes one call and returns its result. */
  async call(path: string, one: Case, role: Role, how: How = {}): Promise<Outcome> {
    const { state = 'private', spot = 'inside', change, body = bodyOf, keepsWorld = false } = how
    this.#nth++
    const world = this.world(state)
    const usual = this.#fieldsOf(one, this.at(world, role, spot))
    const fields = change ? change(usual, world) : usual
    const token = role === 'visitor' ? undefined : world.people[role].token
    const answer = await send(this.#app, path, body(fields), token)
    // An import continues after its response; the next call would be taken for what writes then.
    if (/^(import|export|adminShowdoc)\//.test(path)) await Promise.all(this.#app.app.background)
    // hundreds of items by now
    if (path === 'adminBackup/startExports') await stopExports(this.#app.app)
    const changes = this.#worlds.changes()
    if (changes.length > 0 || one.prepares) {
      if (keepsWorld) this.#changed.add(state)
      else this.#known.delete(state)
    }
    // another world has the same strangers as long as no call has reached them
    if (one.prepares || changes.some((change) => touchesOthers(change, world.othersRows))) this.#others.delete(state)
    return { answer, changes, world }
  }

  /** What must be true for any call. */
  #always(path: string, one: Case, role: Role, { answer, changes, world }: Outcome): string[] {
    const { text, status } = answer
    const isLimited = limited.includes(role) && !one.isSecret
    const written = changes.map((change) => change.written).join('\n')
    return [
      ...(status >= 500 ? [`a failure, ${status}`] : []),
      ...secretsIn(path, answer, world),
      ...(/qdraft/.test(text) && (role !== 'owner' || one.isSecret) ? ['somebody else’s draft'] : []),
      ...(role !== 'admin' && text.includes('qother') ? ['what is somebody else’s'] : []),
      ...(isLimited && /qout|qroot/.test(text) ? ['what is outside the limit'] : []),
      ...(isLimited && /qout|qroot/.test(written) ? ['a change outside the limit'] : []),
    ]
  }

  /** A visitor gets the login error from every call that needs an account, whatever its target, and nothing else. */
  #unsigned(path: string, one: Case, role: Role, { answer }: Outcome): string[] {
    const access = endpoints.get(path)?.access
    const isForAll = access === 'anyone' || (typeof access === 'object' && 'key' in access)
    if (role !== 'visitor' || isForAll || one.onOpen?.includes('visitor')) return []
    return answer.error === 'notLoggedIn' ? [] : [`${answer.error}, where notLoggedIn leads to signing in`]
  }

  #refused(path: string, one: Case, role: Role, outcome: Outcome): string[] {
    const { answer, changes } = outcome
    return [
      ...this.#always(path, one, role, outcome),
      ...this.#unsigned(path, one, role, outcome),
      ...(answer.isDone ? ['it is done'] : []),
      ...(changes.length > 0 ? [`changes: ${changes.map(shown).join(', ')}`] : []),
      ...(/qmine/.test(answer.text) ? ['a refusal that tells'] : []),
    ]
  }

  #done(path: string, one: Case, role: Role, outcome: Outcome): string[] {
    const { answer, changes } = outcome
    const { writes = [] } = one
    const wanted = typeof writes === 'function' ? writes(role) : writes
    const missing = wanted.filter((table) => !changes.some((change) => change.table === table))
    const isReading = one.writes === undefined
    return [
      ...this.#always(path, one, role, outcome),
      ...(answer.isDone ? [] : [`refused: ${answer.error || answer.text.slice(0, 200)}`]),
      ...(answer.isDone && missing.length > 0 ? [`no change in ${missing.join(', ')}`] : []),
      ...(isReading && changes.length > 0 ? [`changes: ${changes.map(shown).join(', ')}`] : []),
    ]
  }

  /** All faults of a call, one line each. */
  async faultsOf(path: string, rows: Rows): Promise<string[]> {
    const faults: string[] = []
    for (const one of casesOf(rows[path] ?? [])) {
      const tell = (who: string, found: string[]) =>
        faults.push(...found.map((fault) => `${path} ${one.about ?? ''} / ${who}: ${fault}`))
      const first = one.allow[0]
      const tried = roles.filter(
        (role) => !one.isDear || !one.allow.includes(role) || [first, 'owner', ...limited].includes(role),
      )
      for (const role of tried) {
        const outcome = await this.call(path, one, role, {})
        const isAllowed = one.allow.includes(role)
        tell(role, isAllowed ? this.#done(path, one, role, outcome) : this.#refused(path, one, role, outcome))
      }
      await this.#tryMembersOnly(path, one, tell)
      await this.#tryOpen(path, one, tell)
      await this.#tryStates(path, one, tell)
      await this.#tryLimit(path, one, tell)
    }
    return faults
  }

  /** A members-only item responds like one with a password, and no password opens it. */
  async #tryMembersOnly(path: string, one: Case, tell: (who: string, found: string[]) => void): Promise<void> {
    for (const role of one.isDear ? passers : roles) {
      const isAllowed = one.onMembers !== 'refused' && one.allow.includes(role)
      const guess = (fields: Fields) => (isAllowed ? fields : { ...fields, _item_pwd: passwordMask })
      const outcome = await this.call(path, one, role, { state: 'members', change: guess })
      const found = isAllowed ? this.#done(path, one, role, outcome) : this.#refused(path, one, role, outcome)
      tell(`${role}, item for members only`, found)
    }
  }

  async #tryOpen(path: string, one: Case, tell: (who: string, found: string[]) => void): Promise<void> {
    for (const role of ['visitor', 'stranger'] as const) {
      if (one.allow.includes(role)) continue
      const outcome = await this.call(path, one, role, { state: 'open' })
      const isAllowed = one.onOpen?.includes(role)
      // Anyone may read an open item, so an error may name it.
      const { answer, changes } = outcome
      const refused = [
        ...this.#unsigned(path, one, role, outcome),
        ...(answer.isDone ? ['it is done'] : []),
        ...changes.map(shown),
      ]
      tell(`${role}, open item`, isAllowed ? this.#done(path, one, role, outcome) : refused)
    }
  }

  async #tryStates(path: string, one: Case, tell: (who: string, found: string[]) => void): Promise<void> {
    const role = one.allow.includes('owner') ? 'owner' : one.allow[0]
    if (role === undefined) return
    if (one.onArchived) {
      const outcome = await this.call(path, one, role, { state: 'archived' })
      const { changes, answer } = outcome
      const refused = [...(answer.isDone ? ['it is done'] : []), ...changes.map(shown)]
      const allowed = [...this.#always(path, one, role, outcome), ...(answer.isDone ? [] : [answer.error])]
      tell(`${role}, archived item`, one.onArchived === 'allowed' ? allowed : refused)
    }
    const world = this.world()
    const [mine, other] = [
      this.#fieldsOf(one, this.at(world, role)),
      this.#fieldsOf(one, this.at(world, role, 'inside', 'other')),
    ]
    const isOfItem = differing(mine, other).some((name) => /item_id|page_id|cat_id|file_id|api_key|sign/.test(name))
    if (isOfItem && one.writes && !one.onArchived) tell('archived item', ['the row does not say'])
    if (!isOfItem || one.onDeleted) return
    const outcome = await this.call(path, one, role, { state: 'deleted' })
    tell(`${role}, deleted item`, this.#refused(path, one, role, outcome))
    if (one.allow.includes('visitor')) return
    for (const how of [{ state: 'deleted' }, { spot: 'nowhere' }] as const)
      tell(
        'visitor, what is not there',
        this.#unsigned(path, one, 'visitor', await this.call(path, one, 'visitor', how)),
      )
  }

  /** Tests what a case says about places other than inside. */
  async #tryLimit(path: string, one: Case, tell: (who: string, found: string[]) => void): Promise<void> {
    const world = this.world()
    const fieldsAt = (spot: Spot) => this.#fieldsOf(one, this.at(world, 'owner', spot))
    const names = differing(fieldsAt('inside'), fieldsAt('outside'))
    if (names.length === 0) return
    const whole = one.allow.find((role) => !limited.includes(role))
    if (whole)
      tell(`${whole}, outside`, this.#done(path, one, whole, await this.call(path, one, whole, { spot: 'outside' })))
    if (one.isSecret) return
    // At the root some fields say that there is no catalog, which makes it a different call.
    const rootSays = differing(fieldsAt('root'), fieldsAt('inside')).some((name) => fieldsAt('root')[name] === 0)
    const spots: Spot[] = rootSays ? ['outside'] : ['outside', 'root']
    for (const role of limited.filter((each) => one.allow.includes(each))) {
      const check = one.outside === 'nothing' ? this.#done : this.#refused
      const errors = new Map<Spot, string>()
      for (const spot of [...spots, 'nowhere'] as Spot[]) {
        const outcome = await this.call(path, one, role, { spot })
        errors.set(spot, outcome.answer.error)
        if (spot !== 'nowhere') tell(`${role}, ${spot}`, check.call(this, path, one, role, outcome))
        if (errors.get('nowhere') !== undefined && errors.get('outside') !== errors.get('nowhere'))
          tell(`${role}, outside`, [`${errors.get('outside')}, while what is not there gives ${errors.get('nowhere')}`])
      }
      if (names.length < 2) continue
      for (const name of names) {
        const take = (spot: Spot) => (fields: Fields, of: World) => ({
          ...fields,
          [name]: this.#fieldsOf(one, this.at(of, role, spot))[name] ?? '',
        })
        const outcome = await this.call(path, one, role, { change: take('outside') })
        tell(`${role}, ${name} outside`, check.call(this, path, one, role, outcome))
        const { answer } = await this.call(path, one, role, { change: take('nowhere') })
        if (answer.error !== outcome.answer.error)
          tell(`${role}, ${name} outside`, [`${outcome.answer.error}, while what is not there gives ${answer.error}`])
      }
    }
  }

  /** The faults when ids of another user are mixed with one's own, each in turn, or all together. */
  async mixingFaultsOf(path: string, rows: Rows): Promise<string[]> {
    const faults: string[] = []
    for (const one of casesOf(rows[path] ?? [])) {
      const others = (of: World) => this.#fieldsOf(one, this.at(of, 'owner', 'inside', 'other'))
      const world = this.world()
      const names = differing(this.#fieldsOf(one, this.at(world, 'owner')), others(world))
      const byKey = names.includes('api_key')
      // A password or link gives access to what it opens; a key gives no access outside its item.
      if (names.length === 0 || (one.isSecret && !byKey)) continue
      const objects = names.filter((name) => !name.startsWith('api_'))
      const mixtures: [string, (fields: Fields, of: World) => Fields][] = [
        ...(byKey ? [] : [['all of somebody else', (_: Fields, of: World) => others(of)] as const]),
        ...names.map(
          (name) =>
            [
              `${name} of somebody else`,
              (fields: Fields, of: World) => ({ ...fields, [name]: others(of)[name] ?? '' }),
            ] as const,
        ),
        ...(byKey ? objects : names).map(
          (name) =>
            [
              `${name} alone one’s own`,
              (fields: Fields, of: World) => ({ ...others(of), [name]: fields[name] ?? '' }),
            ] as const,
        ),
      ].map(([what, change]) => [what, change])
      for (const [what, change] of mixtures) {
        for (const role of ['owner', 'editor'] as const) {
          const { answer, changes, world: of } = await this.call(path, one, role, { change })
          const touched = changes.filter((each) => touchesOthers(each, of.othersRows))
          const found = [
            ...(answer.status >= 500 ? ['a failure'] : []),
            ...(answer.text.includes('qother') ? ['what is somebody else’s'] : []),
            ...(touched.length > 0 ? [touched.map(shown).join(', ')] : []),
            ...(byKey && answer.isDone ? ['it is done'] : []),
          ]
          faults.push(...found.map((fault) => `${path} ${one.about ?? ''} / ${role}, ${what}: ${fault}`))
        }
      }
    }
    return faults
  }
}
