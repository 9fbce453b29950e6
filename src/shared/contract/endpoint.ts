import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Description } from './fields.ts'

const aboutKey = Symbol('about')

/** The texts of a controller in the reference: its title and one line about it. */
export interface About {
  title: Description
  text: Description
}

/** The calls of a controller, by name, with its texts. */
export type Controller = Record<string, unknown> & { [aboutKey]: About }

/** Returns the texts of a controller, to be spread next to its calls; they are not one of its calls. */
export const about = (texts: About) => ({ [aboutKey]: texts })

/** Returns the texts of a controller. */
export const aboutOf = (controller: Controller): About => controller[aboutKey]

/** What a person may do with an item; each right includes the ones before it. */
export type ItemRight = 'view' | 'edit' | 'manage'

/** What a person may do with a team: see it as a member, manage it, or (its creator only) transfer and delete it. */
export type TeamRight = 'view' | 'manage' | 'own'

/** What a call of the open API does with the item that its key opens. */
export type KeyRight = 'view' | 'edit'

/**
 * Who may call: anyone, a signed-in user, an administrator, a person with a right on the item (of the page, of the
 * catalog) or the team that a field names, or the holder of an item's key, in the fields of `keyFields`. A visitor may
 * view without an account; `needs: 'user'` is for calls that require only viewing but also need to know the user.
 */
export type Access<Field extends string = string> =
  | 'anyone'
  | 'user'
  | 'admin'
  | { item: ItemRight; by: Field; needs?: 'user' }
  | { page: ItemRight; by: Field; needs?: 'user' }
  | { catalog: ItemRight; by: Field; needs?: 'user' }
  | { team: TeamRight; by: Field }
  | { key: KeyRight }

/**
 * A further item, page or team that a field names, and what the caller must be allowed there: checked when the field
 * names one, with an id other than 0. With `items` the field lists several.
 */
export type Target<Field extends string = string> =
  | { item: ItemRight; by: Field }
  | { items: ItemRight; by: Field }
  | { page: ItemRight; by: Field }
  | { team: TeamRight; by: Field }

/** The further targets of a call, by the names under which its handler gets their proofs. */
type Targets<Field extends string = string> = Readonly<Record<string, Target<Field>>>

/** Returns whether a call is for signed-in users only: it needs an account by itself, or more than viewing. */
export function needsUser(access: Access): boolean {
  if (typeof access === 'string') return access !== 'anyone'
  if ('key' in access) return false
  if ('team' in access || access.needs === 'user') return true
  const right = 'item' in access ? access.item : 'page' in access ? access.page : access.catalog
  return right !== 'view'
}

/**
 * The response of a call: JSON in the envelope, JSON as it is (`bare`), plain text for scripts that print it, or a
 * file. With `events`, JSON in the envelope, or for clients that accept `text/event-stream` events as they come.
 */
export type ResponseType = 'json' | 'bare' | 'text' | 'file' | 'events'

/**
 * Why somebody who has identified themselves may do nothing but what leads on: with `secondStepNeeded` they have passed
 * only the first step of an account that has a second one; with `secondStepMissing` they are an administrator who must
 * set up a second step.
 */
export type HeldBy = 'secondStepNeeded' | 'secondStepMissing'

/** The kind of file that a call accepts, which determines its maximum size. */
export type UploadKind = 'picture' | 'attachment' | 'import' | 'update' | 'site'

/** A call of the API: everything that the server checks, the client types and the reference describes. */
export interface Endpoint<
  A extends Access = Access,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  U extends string | undefined = string | undefined,
  K extends ResponseType = ResponseType,
  T extends Targets = Targets,
> {
  /** One line in English and one in Chinese for the reference. */
  summary: Description
  access: A
  targets: T
  input: I
  output: O
  /** The named errors of this call's own rules; those of access and parsing are implied. */
  errors: readonly ErrorName[]
  /** True when the call changes nothing. */
  isReadOnly: boolean
  /**
   * True when the call may be sent by GET: it reads, or changes nothing that belongs to a person, so that a link to it
   * is harmless.
   */
  isSafe: boolean
  /**
   * True when the call creates something: repeating it would create another, so it may be sent with an idempotency key.
   */
  creates: boolean
  /** Whom the call also admits: all calls but those that serve to go on reject them. */
  beforeSecondStep: readonly HeldBy[]
  /** The name of the file field of a multipart form, for uploads. */
  upload: U
  uploadKind: UploadKind
  responseType: K
}

interface Declared<A, I, O, T = NoTargets> {
  summary: Description
  access: A
  targets?: T
  input: Schema<I>
  output: Schema<O>
  errors?: readonly ErrorName[]
  isSafe?: true
  creates?: boolean
  beforeSecondStep?: readonly HeldBy[]
}

/** A schema, or the function that makes it when it is first needed: the schemas of all calls take time at the start. */
type Schema<S> = S | (() => S)

type NoTargets = Readonly<Record<never, never>>

type FieldOf<I extends z.ZodObject> = keyof z.output<I> & string

/** Returns a function that returns the schema, the same each time. */
function once<S>(schema: Schema<S>): () => S {
  let made: S | undefined
  return () => {
    made ??= typeof schema === 'function' ? (schema as () => S)() : schema
    return made
  }
}

/** Declares a call with what its kind sets. */
function declare<
  A extends Access,
  I extends z.ZodObject,
  O extends z.ZodType,
  U extends string | undefined,
  K extends ResponseType,
  T extends Targets = NoTargets,
>(
  { input, output, ...declared }: Declared<A, I, O, T>,
  kind: Pick<Endpoint<A, I, O, U, K, T>, 'upload' | 'responseType'> &
    Partial<Pick<Endpoint, 'isReadOnly' | 'isSafe' | 'uploadKind'>>,
): Endpoint<A, I, O, U, K, T> {
  const [inputOf, outputOf] = [once(input), once(output)]
  return {
    errors: [],
    isSafe: false,
    isReadOnly: false,
    creates: false,
    beforeSecondStep: [],
    uploadKind: 'import',
    ...declared,
    targets: declared.targets ?? ({} as T),
    ...kind,
    get input() {
      return inputOf()
    },
    get output() {
      return outputOf()
    },
  }
}

/** Declares a call that changes something. */
export const endpoint = <
  I extends z.ZodObject,
  O extends z.ZodType,
  const A extends Access<FieldOf<I>>,
  const T extends Targets<FieldOf<I>> = NoTargets,
>(
  declared: Declared<A, I, O, T>,
): Endpoint<A, I, O, undefined, 'json', T> => declare(declared, { upload: undefined, responseType: 'json' })

/** Declares a call that changes nothing. */
export const query = <
  I extends z.ZodObject,
  O extends z.ZodType,
  const A extends Access<FieldOf<I>>,
  const T extends Targets<FieldOf<I>> = NoTargets,
>(
  declared: Declared<A, I, O, T>,
): Endpoint<A, I, O, undefined, 'json', T> =>
  declare(declared, { upload: undefined, responseType: 'json', isReadOnly: true, isSafe: true })

/** Declares a call that accepts one file in a multipart form, in the field that `file` names. */
export const upload = <
  I extends z.ZodObject,
  O extends z.ZodType,
  const A extends Access<FieldOf<I>>,
  const F extends string,
  const K extends 'json' | 'bare' = 'json',
>({
  file,
  uploadKind = 'import',
  responseType = 'json' as K,
  ...declared
}: Declared<A, I, O> & { file: F; uploadKind?: UploadKind; responseType?: K }): Endpoint<A, I, O, F, K, NoTargets> =>
  declare(declared, { upload: file, uploadKind, responseType })

/** Declares a call that responds with plain text, errors included. */
export const textEndpoint = <I extends z.ZodObject, const A extends Access<FieldOf<I>>>(
  declared: Omit<Declared<A, I, never>, 'output'>,
): Endpoint<A, I, z.ZodString, undefined, 'text', NoTargets> =>
  declare({ ...declared, output: () => z.string() }, { upload: undefined, responseType: 'text' })

/** Declares a call whose response may also come in pieces, as a stream of events. */
export const eventsEndpoint = <I extends z.ZodObject, O extends z.ZodType, const A extends Access<FieldOf<I>>>(
  declared: Declared<A, I, O>,
): Endpoint<A, I, O, undefined, 'events', NoTargets> => declare(declared, { upload: undefined, responseType: 'events' })

/** Declares a GET link that responds with a file. */
export const download = <I extends z.ZodObject, const A extends Access<FieldOf<I>>>(
  declared: Omit<Declared<A, I, never>, 'output'>,
): Endpoint<A, I, z.ZodType<never>, undefined, 'file', NoTargets> =>
  declare(
    { ...declared, output: () => z.never() },
    { upload: undefined, responseType: 'file', isReadOnly: true, isSafe: true },
  )
