import type { ChangeValues, SchemaChange } from './compare-schemas.ts'
import {
  type ChangeLevel,
  compareLevels,
  type Direction,
  type OtherKind,
  otherKinds,
  type SchemaFamily,
  schemaKind,
} from './kinds.ts'

/** What a change is about: the words for it are `subjects` of the texts. */
export type ChangeSubject =
  | 'none'
  | 'requestBody'
  | 'requestProperty'
  | 'responseBody'
  | 'responseProperty'
  | 'parameter'
  | 'parameterProperty'
  | 'header'
  | 'headerProperty'
  | 'payload'
  | 'payloadProperty'
  | 'answer'
  | 'answerProperty'

/** A difference between two descriptions. */
export interface ApiChange {
  level: ChangeLevel
  /** A stable name of the rule: `request-property-became-required`. */
  kind: string
  /** Method and path: `GET /pets/{id}`; `webhook POST name`; empty for the whole description. */
  operation: string
  /** Where in the operation: `request/body/owner/name`, `request/query/limit`, `response/200/body`; may be empty. */
  path: string
  /** What its text is made from: the name of the text, its subject and its values. */
  text: { name: string; subject: ChangeSubject; values: ChangeValues }
}

/** The place of a schema whose changes are added. */
interface SchemaPlace {
  direction: Direction
  family: SchemaFamily
  /** The path of the schema itself. */
  path: string
  /** The subject of the schema, and that of a field of it. */
  subjects: readonly [ChangeSubject, ChangeSubject]
  values: ChangeValues
}

const wholeMethods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY']

/** The changes that are listed at most, besides those that may break something. */
const listedMost = 50_000

/** What a message calls a path of fields: `owner.name`, `tags[].id`. */
const fieldText = (path: readonly string[]): string =>
  path.reduce((text, part) => (text === '' || /^[[{]/.test(part) ? text + part : `${text}.${part}`), '')

const escaped = (part: string): string => part.replaceAll('/', '~1')

/** Collects changes. Those of one operation are collected by {@link Changes.of}. */
export class Changes {
  readonly list: ApiChange[]
  readonly #operation: string
  readonly #isUnstable: boolean

  /** Whether changes were left out; the same for all operations of a comparison. */
  readonly #isCut: { value: boolean }

  constructor(list: ApiChange[] = [], operation = '', isUnstable = false, isCut = { value: false }) {
    this.list = list
    this.#operation = operation
    this.#isUnstable = isUnstable
    this.#isCut = isCut
  }

  /** Returns the changes of an operation: they are in this list too. */
  of(operation: string): Changes {
    return new Changes(this.list, operation, false, this.#isCut)
  }

  /** Returns the changes of an operation within this one: of a callback. */
  below(name: string): Changes {
    return new Changes(this.list, `${this.#operation} ${name}`, this.#isUnstable, this.#isCut)
  }

  /** Returns the changes of an operation that may still change as it likes: none of them breaks anything. */
  unstable(): Changes {
    return new Changes(this.list, this.#operation, true, this.#isCut)
  }

  /** Adds a change outside of schemas. */
  add(kind: OtherKind, path: string, values: ChangeValues = {}, level: ChangeLevel = otherKinds[kind]): void {
    this.#push({
      level,
      kind,
      operation: this.#operation,
      path,
      text: { name: kind, subject: 'none', values },
    })
  }

  /** Adds the changes of a schema. */
  addSchema(found: readonly SchemaChange[], { direction, family, path, subjects, values }: SchemaPlace): void {
    for (const { aspect, level, path: below, values: own, guard } of found) {
      const isRoot = below.length === 0
      this.#push({
        level,
        kind: schemaKind(aspect, { direction, family, isRoot, guard }),
        operation: this.#operation,
        path: [path, ...below.map(escaped)].join('/'),
        text: {
          // an operation has a text of its own
          name: aspect === 'sunset-deleted' ? 'part-sunset-deleted' : aspect,
          subject: subjects[isRoot ? 0 : 1],
          values: { ...values, ...own, field: fieldText(below) },
        },
      })
    }
  }

  #push(change: ApiChange): void {
    if (this.list.length > listedMost && change.level === 'info') {
      this.#isCut.value = true
      return
    }
    this.list.push(this.#isUnstable ? { ...change, level: 'info' } : change)
  }

  /** Returns all changes in a fixed order: by path and method, then what matters most. Repeated ones are left out. */
  sorted(): ApiChange[] {
    if (this.#isCut.value) new Changes(this.list).add('api-more-changes', '')
    const seen = new Set<string>()
    const keyOf = ({ kind, operation, path, text }: ApiChange) =>
      JSON.stringify([kind, operation, path, text.values['name'], text.values['from'], text.values['to']])
    const order = new Map<string, readonly [string, number, string]>()
    for (const { operation } of this.list) {
      if (order.has(operation)) continue
      const [, webhook = '', method = '', path = ''] = /^(webhook )?(\S+) ?(.*)$/.exec(operation) ?? []
      order.set(operation, [webhook + path, wholeMethods.indexOf(method), method])
    }
    const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
    return this.list
      .filter((one) => {
        const key = keyOf(one)
        return !seen.has(key) && Boolean(seen.add(key))
      })
      .toSorted((one, other) => {
        const [path = '', method = 0, name = ''] = order.get(one.operation) ?? []
        const [path2 = '', method2 = 0, name2 = ''] = order.get(other.operation) ?? []
        return (
          byText(path, path2) ||
          method - method2 ||
          byText(name, name2) ||
          compareLevels(one.level, other.level) ||
          byText(one.path, other.path) ||
          byText(one.kind, other.kind) ||
          byText(JSON.stringify(one.text.values), JSON.stringify(other.text.values))
        )
      })
  }
}
