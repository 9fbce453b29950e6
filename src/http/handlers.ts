import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import type { z } from 'zod'
import type { Endpoint, HeldBy, ItemRight, KeyRight, ResponseType, TeamRight } from '#shared/contract/endpoint.ts'
import type { ReceivedFile } from '#shared/contract/fields.ts'
import type { Caller, User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { Visitor } from '#src/access/permissions.ts'
import type { CatalogRow, PageRow } from '#src/access/queries.ts'
import type { TeamAccess } from '#src/access/team-access.ts'
import type { App } from '#src/core/app.ts'
import type { Arrival } from '#src/core/arrival.ts'
import type { EventStreamResponse } from '#src/core/event-stream-response.ts'
import type { FileResponse, RedirectResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'

/** One request while the server handles it. */
export interface RequestContext {
  request: IncomingMessage
  response: ServerResponse
  /** The path below the base path. */
  path: string
  query: string
  /** Fields that stand in the path instead of the query or the body. */
  pathFields?: ReadonlyMap<string, string>
  /** The largest body in bytes, where that is less than for other calls. */
  bodyMaxBytes?: number
  requestId: string
  lang: Lang
  trusted: BlockList
  log: App['log']
  /** Set once known; written to the access log. */
  uid?: number
}

/** What a handler may know about the request, and do to the browser that sent it. */
export interface RequestInfo {
  /** The client's address; a forwarded address is used only when the configuration trusts the proxy. */
  ip: string
  agent: string
  /** The host that the client requested, with its port; empty when there is none. The client controls this value. */
  host: string
  lang: Lang
  /** Returns how the request reached this server. */
  arrival(): Arrival
  /** The language of the texts that a call writes for scripts: the one they name, otherwise Chinese, as in ShowDoc. */
  scriptLang: Lang
  visitor: Visitor
  /** Whether the client accepts a stream of events. */
  wantsEvents: boolean
  /** The SHA-256 of the request's token. */
  tokenHash: Buffer | undefined
  /** What the caller must do before anything else; only calls that say so get such a caller. */
  held: HeldBy | undefined
  /**
   * Returns the user who is signed in to the browser that sent the request from a page of this site, by its cookie; any
   * other token of the request is ignored.
   */
  browserCaller(): Promise<Caller | undefined>
  log: App['log']
  /** Returns a signal that aborts when the client disconnects before the response. */
  abortSignal(): AbortSignal
  /** Sets the session cookie to `token`. */
  beginSession(token: string): void
  endSession(): void
  /** Returns the origin that the client requested, such as `https://docs.example`; the client controls this value. */
  origin(): string | undefined
  /** The secret by which the browser is known that began to sign in with a provider; undefined without one. */
  signInSecret: string | undefined
  /** Gives the browser such a secret, from whatever page it came: it gives no access to anything. */
  setSignInSecret(secret: string, maxAge: number): void
  /** Sets the cookie with the visit grant of an item's password screen. */
  grantVisit(item_id: number, grant: string, maxAge: number): void
}

interface Base<I> {
  app: App
  input: I
  request: RequestInfo
}

// Anyone who may edit has an account; a reader may be anonymous, unless the call itself requires an account.
type UserFor<A, R> = A extends { needs: 'user' } ? User : R extends 'view' ? User | undefined : User

type WhoOf<A> = A extends 'anyone'
  ? { user: User | undefined }
  : A extends 'user' | 'admin'
    ? { user: User }
    : A extends { key: KeyRight }
      ? { user: User; item: ItemAccess<'edit'> }
      : A extends { team: infer R extends TeamRight }
        ? { user: User; team: TeamAccess<R> }
        : A extends { catalog: infer R extends ItemRight }
          ? { user: UserFor<A, R>; item: ItemAccess<R>; catalog: CatalogRow }
          : A extends { page: infer R extends ItemRight }
            ? { user: UserFor<A, R>; item: ItemAccess<R>; page: PageRow }
            : A extends { item: infer R extends ItemRight }
              ? { user: UserFor<A, R>; item: ItemAccess<R> }
              : never

type TargetOf<T> = T extends { items: infer R extends ItemRight }
  ? ItemAccess<R>[]
  : T extends { team: infer R extends TeamRight }
    ? TeamAccess<R> | undefined
    : T extends { item: infer R extends ItemRight }
      ? ItemAccess<R> | undefined
      : PageRow | undefined

type FileOf<U> = U extends string ? { file: ReceivedFile | undefined } : unknown

type AnswerOf<O, K> = K extends 'file'
  ? FileResponse | RedirectResponse
  : O extends z.ZodType
    ? z.input<O> | (K extends 'events' ? EventStreamResponse : never)
    : never

/**
 * What a handler receives: the parsed input and the caller, with the proof of the permission that the call declares.
 */
type Call<E> =
  E extends Endpoint<infer A, infer I, z.ZodType, infer U, ResponseType, infer T>
    ? Base<z.output<I>> & WhoOf<A> & FileOf<U> & { targets: { [Name in keyof T]: TargetOf<T[Name]> } }
    : never

type Handler<E> =
  E extends Endpoint<infer _A, infer _I, infer O, infer _U, infer K, infer _T>
    ? (call: Call<E>) => Promise<AnswerOf<O, K>> | AnswerOf<O, K>
    : never

/** The handlers of a controller: exactly one for each action. */
export type Handlers<C> = { [Action in keyof C & string]: Handler<C[Action]> }

/** The handlers of the whole API. */
export type AllHandlers<C> = { [Controller in keyof C]: Handlers<C[Controller]> }
