import { isDeepStrictEqual } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import { descriptionsKey, pagelessKey } from '#shared/api-doc/openapi/extensions.ts'
import { mapFields, mapReferences, setField } from '#shared/api-doc/openapi/fields.ts'
import { addPathTargets, isIntoPaths } from '#shared/api-doc/openapi/path-targets.ts'
import { escapedName, findTarget } from '#shared/api-doc/openapi/pointer.ts'
import { SchemaReader } from '#shared/api-doc/openapi/schema-reader.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { ApiHead } from '../worker-message.ts'
import { freeName } from './operation.ts'
import type { Resolve } from './schema-edits.ts'

/** Returns the JSON that an import has packed. */
export const unpacked = <T>(packed: Uint8Array): T => JSON.parse(inflateRawSync(packed).toString()) as T

/** One imported description, as it is written into the file: its parts may have new names. */
interface Head {
  root: UnknownObject
  resolve: Resolve
  /** New names of parts by their pointers; those that keep their names are missing. */
  renamed: ReadonlyMap<string, string>
}

const pointer = (kind: string, name: string): string => `#/components/${kind}/${escapedName(name)}`

/** The members of a description that a file has once. A further description keeps its own in an extension. */
const shared = new Set(['components', 'tags', 'paths', 'webhooks', pagelessKey])

/**
 * What imported descriptions say beside their operations, joined into one: the first one leads. A part whose name
 * another one has taken gets a number, and everything that refers to it follows.
 */
export class Heads {
  readonly #heads = new Map<string, Head>()
  readonly #components = new Map<string, UnknownObject>()
  /** Members of the components that hold no parts, such as extensions. */
  readonly #loose = new Map<string, unknown>()
  #tags: unknown[] | undefined
  readonly #further: UnknownObject[] = []
  /** The description that leads; empty without any. */
  readonly main: UnknownObject

  constructor(given: readonly ApiHead[]) {
    for (const one of given) this.#add(one)
    this.main = this.#heads.get(given[0]?.description ?? '')?.root ?? {}
  }

  get hasAny(): boolean {
    return this.#heads.size > 0
  }

  has(description: string): boolean {
    return this.#heads.has(description)
  }

  /** Returns a function that follows references in a description. */
  resolveIn(description: string): Resolve {
    return this.#heads.get(description)?.resolve ?? ((value) => toObject(value))
  }

  /** Returns an operation, or a path item around it, as it refers to the parts of the file. */
  withNewNames(description: string, value: UnknownObject): UnknownObject {
    const head = this.#heads.get(description)
    if (!head || head.renamed.size === 0) return value
    const referring = toObject(mapReferences(value, (ref) => renamedRef(ref, head.renamed))) ?? {}
    return referring['security'] === undefined
      ? referring
      : { ...referring, security: this.#securityIn(head, referring['security']) }
  }

  /** Returns what an operation has from its own description when that does not lead: security and servers. */
  inherited(description: string): UnknownObject {
    const head = this.#heads.get(description)
    if (!head || head.root === this.main) return {}
    const { security, servers } = head.root
    return {
      ...(!isDeepStrictEqual(security, this.main['security']) && { security: this.#securityIn(head, security ?? []) }),
      ...(servers !== undefined && !isDeepStrictEqual(servers, this.main['servers']) && { servers }),
    }
  }

  /** Adds a security scheme that a page asks for. Returns its name. */
  addScheme(name: string, scheme: UnknownObject): string {
    const schemes = this.#kind('securitySchemes')
    const same = Object.entries(schemes).find(([, one]) => isDeepStrictEqual(one, scheme))
    if (same) return same[0]
    const free = freeName(schemes, name).replace(' ', '_')
    setField(schemes, free, scheme)
    return free
  }

  /** Adds a part, such as a parameter of the whole item. Returns the reference to it. */
  addComponent(kind: string, name: string, value: UnknownObject): { $ref: string } {
    const parts = this.#kind(kind)
    const plain = name.replaceAll(/[^a-zA-Z0-9._-]/g, '_') || 'part'
    const free = freeName(parts, plain).replace(' ', '_')
    setField(parts, free, value)
    return { $ref: pointer(kind, free) }
  }

  /** The tags of all descriptions, as they are written there; undefined when none has a list of them. */
  get tags(): readonly unknown[] | undefined {
    return this.#tags
  }

  /** Whether the description that leads has components, even if there are none in it. */
  get hasComponents(): boolean {
    return toObject(this.main['components']) !== undefined || this.#components.size > 0
  }

  /** Members of the components that hold no parts by name, such as extensions. */
  get looseComponents(): [key: string, value: unknown][] {
    return [...this.#loose]
  }

  /** Returns the parts of the file; only those that `used` leads to, when it is given. */
  components(used?: readonly unknown[]): [kind: string, parts: UnknownObject][] {
    return used ? this.#reachedComponents(this.#reach(used)) : [...this.#components]
  }

  /**
   * Returns what values lead to, and nothing else: `components`, and the parts of `paths` and `webhooks` of the description
   * that leads. A path may be of a page that not everybody may read.
   */
  partsFor(used: readonly unknown[]): UnknownObject {
    const targets = new Set<string>()
    const reached = this.#reach(used, targets)
    const parts: UnknownObject = {}
    addPathTargets(this.main, targets, parts)
    return { ...parts, components: Object.fromEntries(this.#reachedComponents(reached)) }
  }

  #reachedComponents(reached: ReadonlySet<string>): [kind: string, parts: UnknownObject][] {
    return [...this.#components]
      .map(([kind, parts]): [string, UnknownObject] => [
        kind,
        Object.fromEntries(Object.entries(parts).filter(([name]) => reached.has(pointer(kind, name)))),
      ])
      .filter(([, parts]) => Object.keys(parts).length > 0)
  }

  /** What further descriptions say about themselves; empty with a single one. */
  get further(): UnknownObject {
    return this.#further.length === 0 ? {} : { [descriptionsKey]: this.#further }
  }

  #kind(kind: string): UnknownObject {
    const known = this.#components.get(kind)
    if (known) return known
    const parts: UnknownObject = {}
    this.#components.set(kind, parts)
    return parts
  }

  #add({ description, head }: ApiHead): void {
    const given = unpacked<UnknownObject>(head)
    const renamed = new Map<string, string>()
    const kinds = Object.entries(toObject(given['components']) ?? {})
    for (const [kind, parts] of kinds)
      for (const [name, part] of Object.entries(kind.startsWith('x-') ? {} : (toObject(parts) ?? {}))) {
        const taken = this.#components.get(kind)
        if (!taken || !Object.hasOwn(taken, name) || isDeepStrictEqual(taken[name], part)) continue
        renamed.set(
          pointer(kind, name),
          pointer(kind, freeName({ ...taken, ...toObject(parts) }, name).replace(' ', '_')),
        )
      }
    for (const [kind, parts] of kinds) {
      if (!toObject(parts) || kind.startsWith('x-')) {
        if (!this.#loose.has(kind)) this.#loose.set(kind, parts)
        continue
      }
      const into = this.#kind(kind)
      for (const [name, part] of Object.entries(toObject(parts) ?? {})) {
        const target = renamed.get(pointer(kind, name))
        const own =
          target === undefined ? name : (target.split('/').at(-1) ?? name).replaceAll('~1', '/').replaceAll('~0', '~')
        setField(into, own, renamed.size === 0 ? part : mapReferences(part, (ref) => renamedRef(ref, renamed)))
      }
    }
    if (Array.isArray(given['tags'])) {
      const names = new Set(toObjects(this.#tags).map((tag) => toText(tag['name'])))
      const isNew = (tag: unknown) => !names.has(toText(toObject(tag)?.['name']))
      // one description may name a tag twice; a further one adds those that are not there
      this.#tags = [...(this.#tags ?? []), ...given['tags'].filter(isNew)]
    }
    const reader = new SchemaReader(given)
    const isFirst = this.#heads.size === 0
    const about = Object.fromEntries(Object.entries(given).filter(([key]) => !shared.has(key)))
    if (!isFirst) this.#further.push(about)
    this.#heads.set(description, { root: given, resolve: (value) => reader.object(value), renamed })
  }

  #securityIn({ renamed }: Head, value: unknown): unknown {
    if (!Array.isArray(value)) return value
    return toObjects(value).map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, scopes]) => [
          renamed.get(pointer('securitySchemes', name))?.split('/').at(-1) ?? name,
          scopes,
        ]),
      ),
    )
  }

  /**
   * Returns the pointers of all parts that values refer to, directly or through other parts.
   *
   * @param targets gets the references into paths, which are then followed too
   */
  #reach(values: readonly unknown[], targets?: Set<string>): Set<string> {
    const reached = new Set<string>()
    const visit = (value: unknown): void => {
      const found: string[] = []
      mapReferences(value, (ref) => {
        found.push(ref)
        return ref
      })
      for (const name of schemeNames(value)) found.push(pointer('securitySchemes', name))
      for (const ref of found) {
        if (isIntoPaths(ref)) {
          if (!targets || targets.has(ref)) continue
          targets.add(ref)
          visit(findTarget(this.main, ref))
          continue
        }
        const [, , kind = '', name = ''] = ref.split('/')
        const whole = `#/components/${kind}/${name}`
        if (reached.has(whole)) continue
        reached.add(whole)
        const parts = this.#components.get(kind)
        const own = name.replaceAll('~1', '/').replaceAll('~0', '~')
        if (parts && Object.hasOwn(parts, own)) visit(parts[own])
      }
    }
    for (const value of values) visit(value)
    return reached
  }
}

const renamedRef = (ref: string, renamed: ReadonlyMap<string, string>): string => {
  const [root, kinds, kind, name, ...rest] = ref.split('/')
  const to = renamed.get([root, kinds, kind, name].join('/'))
  return to === undefined ? ref : [to, ...rest].join('/')
}

/** Returns the names of the security schemes that an operation or a description asks for. */
const schemeNames = (value: unknown): string[] =>
  toObjects(toObject(value)?.['security']).flatMap((one) => Object.keys(one))

/** Returns a copy of an object with a member in its place, or at its end. */
export const withField = (object: UnknownObject, key: string, value: unknown): UnknownObject =>
  Object.hasOwn(object, key)
    ? mapFields(object, (one, name) => (name === key ? value : one))
    : { ...object, [key]: value }

/** Whether a description, by what it is known as, brings models of the item. */
export const hasModels = ({ description }: Pick<ApiHead, 'description'>): boolean => description.startsWith('openapi:')

/**
 * Returns the models of an item by their names: those of its descriptions joined, so that of models with one name it is that of
 * the first description. Only those that `used` leads to, when it is given.
 */
export const joinModels = (heads: readonly ApiHead[], used?: readonly unknown[]): UnknownObject => ({
  components: Object.fromEntries(new Heads(heads.filter(hasModels)).components(used)),
})
