import type { z } from 'zod'
import type { Endpoint, ItemRight, KeyRight, ResponseType, TeamRight } from '#contract/endpoint.ts'
import type { ReceivedFile } from '#contract/fields.ts'
import type { Caller, User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { Visitor } from '#src/access/permissions.ts'
import type { CatalogRow, PageRow } from '#src/access/queries.ts'
import type { TeamAccess } from '#src/access/team-access.ts'
import type { App } from '#src/core/app.ts'
import type { EventStreamResponse } from '#src/core/event-stream-response.ts'
import type { FileResponse, RedirectResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'

/** What a handler may know of the request itself, and do to the browser that sent it. */
export interface RequestInfo {
  /** The client's address; a proxy's word is taken only when the configuration names the proxy. */
  ip: string
  agent: string
  /** The host that the client asked for, with its port; empty for none. Anybody may write anything there. */
  host: string
  lang: Lang
  /** The language of what a call writes for scripts: the one they name, and without one Chinese, as in ShowDoc. */
  scriptLang: Lang
  visitor: Visitor
  /** Whether the client takes an answer as a stream of events. */
  wantsEvents: boolean
  /** The SHA-256 of the token that the request came with. */
  tokenHash: Buffer | undefined
  /**
   * Who is signed in in the browser that sent the request from a page of this site, by its cookie; whatever other token the
   * request came with.
   */
  browserCaller(): Promise<Caller | undefined>
  log: App['log']
  /** Ends when the client has gone before the answer. */
  abortSignal(): AbortSignal
  /** Gives the browser the session of `token`. */
  beginSession(token: string): void
  endSession(): void
  /** Gives the browser the grant of an item's password screen. */
  grantVisit(item_id: number, grant: string, maxAge: number): void
}

interface Base<I> {
  app: App
  input: I
  request: RequestInfo
}

// Whoever may edit has an account; a reader may be a visitor, unless the call needs an account by itself.
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

type FileOf<U> = U extends string ? { file: ReceivedFile | undefined } : unknown

type AnswerOf<O, K> = K extends 'file'
  ? FileResponse | RedirectResponse
  : O extends z.ZodType
    ? z.input<O> | (K extends 'events' ? EventStreamResponse : never)
    : never

/** What a call's handler is given: its input, parsed, and who calls, with the proof of the right that it declares. */
export type Call<E> =
  E extends Endpoint<infer A, infer I, z.ZodType, infer U, ResponseType>
    ? Base<z.output<I>> & WhoOf<A> & FileOf<U>
    : never

type Handler<E> =
  E extends Endpoint<infer _A, infer _I, infer O, infer _U, infer K>
    ? (call: Call<E>) => Promise<AnswerOf<O, K>> | AnswerOf<O, K>
    : never

/** The handlers of a controller: one for each action, no more and no less. */
export type Handlers<C> = { [Action in keyof C]: Handler<C[Action]> }

/** The handlers of the whole API. */
export type AllHandlers<C> = { [Controller in keyof C]: Handlers<C[Controller]> }
