import { atom } from 'jotai'
import type { DocumentedResponses } from '#shared/api-doc/response-check.ts'
import type { CallResponseOutput } from '#shared/contract/api-call.ts'
import { streamMaxMs } from '#shared/contract/api-call-rules.ts'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { ApiError, api, isApiError } from '#web/lib/api.ts'
import { dependentQueryAtom, queryAtom } from '#web/lib/query.ts'
import { BrowserSendError, sendFromBrowser } from './browser-send.ts'
import { type BuiltRequest, toWireRequest } from './build-request.ts'
import type { Draft } from './draft.ts'
import { type ExampleKind, insertExample, readExample } from './insert-example.ts'
import { fetchLive, type LiveStream } from './live-stream.ts'
import {
  type ChosenSendMode,
  chooseFallbackMode,
  chooseSendMode,
  type Sender,
  type SendFailure,
  type SendMode,
} from './send-mode.ts'

/** An environment of an item: where its requests are sent. */
export type Environment = Awaited<ReturnType<typeof api.apiCall.environments>>[number]
/** A sent request, as the history lists it. */
export type HistoryEntry = Awaited<ReturnType<typeof api.apiCall.history>>[number]
/** A sent request of the history, with its response. */
export type HistoryEntryInfo = Awaited<ReturnType<typeof api.apiCall.historyInfo>>
/** A response. */
export type CallResponse = CallResponseOutput

/** What a request of an item needs besides its page. */
interface TryItContext {
  environments: Environment[]
  /** The parameters of every request of the item. */
  globals: unknown
}

/** The try-it context of an item. Each call creates an atom that fetches: a draft starts from the newest parameters. */
export const tryItContextAtom = (item_id: string) =>
  dependentQueryAtom((get) => {
    get(uidAtom)
    return queryAtom(async (): Promise<TryItContext> => {
      const [environments, globals] = await Promise.all([
        api.apiCall.environments({ item_id }),
        api.item.getGlobalParam({ item_id }),
      ])
      return { environments, globals }
    })
  })

/** The responses that a page documents. Each call creates an atom that fetches: the page may have changed. */
export const documentedAtom = (page_id: string) =>
  queryAtom(async (): Promise<DocumentedResponses> => {
    const { documented } = await api.apiCall.documented({ page_id })
    return JSON.parse(documented) as DocumentedResponses
  })

/** Fetches the requests that the current user has sent from a page. */
export const readHistory = (page_id: string, signal: AbortSignal): Promise<HistoryEntry[]> =>
  api.apiCall.history({ page_id }, { signal })

/** Fetches one request of the history. */
export const openHistoryEntryAtom = atom(null, (_get, _set, page_id: string, id: string) =>
  api.apiCall.historyInfo({ page_id, id }),
)

/** Deletes one request of the history, or all requests of a page (without an id). */
export const deleteHistoryAtom = atom(null, (_get, _set, page_id: string, id?: string) =>
  api.apiCall.historyDelete({ page_id, ...(id && { id }) }),
)

/** The input to save an environment. */
export interface EnvironmentInput {
  env_id: string
  env_name: string
  base_url: string
  variables: { name: string; value: string; is_secret: boolean }[]
  /** The version that the edit started from; empty for a new environment. */
  base_version: string
}

/** Saves an environment; creates one when its id is empty. @throws {ApiError} environmentChanged, and others */
export const saveEnvironmentAtom = atom(null, (_get, _set, item_id: string, input: EnvironmentInput) =>
  api.apiCall.environmentSave({ ...input, item_id, variables: JSON.stringify(input.variables) }),
)

/** Fetches an environment again; undefined when it no longer exists. */
export const readEnvironmentAtom = atom(null, async (_get, _set, item_id: string, env_id: string) =>
  (await api.apiCall.environments({ item_id })).find((one) => one.env_id === env_id),
)

/** Deletes an environment. */
export const deleteEnvironmentAtom = atom(null, (_get, _set, item_id: string, env_id: string) =>
  api.apiCall.environmentDelete({ item_id, env_id }),
)

/** Saves the current user's value of a secret variable; an empty value deletes it. */
export const saveSecretAtom = atom(
  null,
  (_get, _set, at: { item_id: string; env_id: string; name: string; value: string }) => api.apiCall.secretSave(at),
)

/** Fetches the cookies that hosts have set in the current user's requests to an environment. */
export const readCookies = (at: { item_id: string; env_id: string }, signal: AbortSignal) =>
  api.apiCall.cookies(at, { signal })

/** Removes cookies of the current user: one, those of a host, or all. */
export const clearCookiesAtom = atom(
  null,
  (_get, _set, at: { item_id: string; env_id: string; host?: string; name?: string }) => api.apiCall.cookiesClear(at),
)

/** An attempt to send a request that got no response. */
export interface Attempt extends ChosenSendMode {
  error: unknown
}

/** All of a response that is longer than what is shown: bytes, or a file on the server for ten minutes. */
export type WholeBody = Blob | { file_id: string; size_bytes: number }

/** A response, with all of a long one. */
interface SentResponse {
  answer: CallResponse
  whole?: WholeBody
}

/** State and result of sending a request. */
export type Execution =
  | { state: 'sending'; live?: LiveStream }
  /** `taken` is unknown for a response from the history. */
  | { state: 'done'; answer: CallResponse; method: string; host?: string; taken?: ChosenSendMode; whole?: WholeBody }
  | { state: 'failed'; attempts: Attempt[]; host: string }

/** The try-it state of a page. */
export interface TryItState {
  /** The page text that the draft was created from. */
  text: string
  /** The draft as the page has it, with what the reader has chosen. */
  fresh: Draft
  draft: Draft
  run: Execution | undefined
}

const trials = atom<Readonly<Record<string, TryItState>>>({})

/** The current user's try-it state of a page: it survives switching to another tab or page. */
export const tryItStateAtom = (page_id: string) =>
  atom(
    (get) => get(trials)[`${get(uidAtom)} ${page_id}`],
    (get, set, trial: TryItState | undefined) => {
      const key = `${get(uidAtom)} ${page_id}`
      const { [key]: _, ...others } = get(trials)
      set(trials, trial ? { ...others, [key]: trial } : others)
    },
  )

/** Options for sending a request. */
export interface SendOptions {
  sender: Sender
  page_id: string
  env_id: string
  built: BuiltRequest
  follow: boolean
  signal: AbortSignal
  /** Gets what has arrived of a stream of events, again and again. */
  onLive: (live: LiveStream) => void
}

/** Thrown when no send mode got a response. */
export class SendError extends Error {
  override readonly name = 'SendingFailed'
  /** The attempts, in order. */
  readonly attempts: Attempt[]

  constructor(attempts: Attempt[]) {
    super()
    this.attempts = attempts
  }
}

const failureOf = (way: SendMode, error: unknown): SendFailure | undefined => {
  if (way === 'browser') return error instanceof BrowserSendError ? { way, reason: error.reason } : undefined
  return error instanceof ApiError ? { way, name: error.errorName ?? '' } : undefined
}

/**
 * Sends a request, and retries with the other send mode when that is safe; adds the sent request to the user's history.
 *
 * @throws {SendError}
 */
export const sendAtom = atom(null, async (get, _set, sending: SendOptions) => {
  const { sender, built } = sending
  const attempts: Attempt[] = []
  let taken: ChosenSendMode | undefined = chooseSendMode(built, sender)
  while (taken) {
    const { way, why }: ChosenSendMode = taken
    try {
      const sent = await (way === 'server' ? sendByServer(sending) : sendByBrowser(sending, get(uidAtom) !== ''))
      return { ...sent, taken: { way, why } }
    } catch (error) {
      attempts.push({ way, why, error })
      const failure = failureOf(way, error)
      const isOver = sending.signal.aborted || !failure || attempts.length > 1
      taken = isOver ? undefined : chooseFallbackMode(built, sender, failure)
    }
  }
  throw new SendError(attempts)
})

async function sendByServer({ page_id, env_id, built, follow, signal, onLive }: SendOptions): Promise<SentResponse> {
  const request = JSON.stringify(await toWireRequest(built, follow))
  const { answer, file } = await api.apiCall.send(
    { page_id, request, ...(env_id && { env_id }) },
    { signal, fetch: fetchLive(onLive), timeoutMs: streamMaxMs + 10_000 },
  )
  return { answer, ...(file && { whole: file }) }
}

async function sendByBrowser(
  { page_id, built, follow, signal, onLive }: SendOptions,
  hasHistory: boolean,
): Promise<SentResponse> {
  const sent = await sendFromBrowser(built, follow, signal, onLive)
  if (hasHistory) await keep(page_id, built, follow, sent.answer)
  return sent
}

// The response has arrived, so a failure to add it to the history is ignored.
async function keep(page_id: string, built: BuiltRequest, follow: boolean, answer: CallResponse): Promise<void> {
  const request = JSON.stringify(await toWireRequest({ ...built, body: withoutFiles(built.body) }, follow))
  const stored = answer.is_base64 ? { ...answer, content: '' } : answer
  await api.apiCall.keep({ page_id, request, answer: JSON.stringify(stored) }).catch(() => undefined)
}

const withoutFiles = (body: BuiltRequest['body']): BuiltRequest['body'] => {
  if (body.kind === 'file') return { kind: 'file', file: undefined }
  if (body.kind !== 'multipart') return body
  return { ...body, fields: body.fields.map((one) => ({ ...one, file: undefined })) }
}

/** Thrown when the text of the page is no longer API JSON. */
export class NotApiPageError extends Error {
  override readonly name = 'NoApiText'
}

/** Thrown when another user has saved a different example since the page was read. */
export class ExampleChangedError extends Error {
  override readonly name = 'ExampleChanged'
  /** The other user's example. */
  readonly example: string

  constructor(example: string) {
    super()
    this.example = example
  }
}

const attempts = 4

/**
 * Saves a response as an example of the page: creates a new version based on the newest one, so that changes by others
 * are kept.
 *
 * @param at `seen` is the example that the user has seen and replaced
 * @throws {NotApiPageError}
 * @throws {ExampleChangedError}
 */
export const saveExampleAtom = atom(
  null,
  async (_get, _set, at: { item_id: string; page_id: string; kind: ExampleKind; example: string; seen: string }) => {
    const { item_id, page_id, kind, example, seen } = at
    for (let attempt = 1; ; attempt++) {
      const { page_title, page_content, page_version } = await api.page.info({ page_id })
      const text = insertExample(page_content, kind, example)
      if (text === undefined) throw new NotApiPageError()
      const there = readExample(page_content, kind)
      if (there !== seen && there !== example) throw new ExampleChangedError(there)
      try {
        await api.page.save({ item_id, page_id, page_title, page_content: text, base_version: page_version })
        return
      } catch (error) {
        // another user saved first: retry on top of their version
        if (!isApiError(error, 'pageChanged') || attempt === attempts) throw error
      }
    }
  },
)
