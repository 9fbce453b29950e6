import i18next from 'i18next'
import { ApiError, type CallOptions, type Client, createClient } from '#shared/contract/client.ts'
import type { Contract } from '#shared/contract/index.ts'
import { boot } from '#web/lib/boot.ts'
import { currentLang, type Lang, langTag } from '#web/lib/i18n.ts'
import { setServerReachable } from '#web/lib/online.ts'
import { prefetchedFetch } from '#web/lib/prefetch.ts'

export { ApiError }

type Call = (input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>

const client = createClient<Contract>({
  base: boot.base,
  headers: () => ({ 'Accept-Language': langTag(currentLang()) }),
  fetch: prefetchedFetch,
})

const notLoggedIn = 10102
type React = (isBackground: boolean) => void
const listeners = new Set<React>()

/**
 * Calls `react` when the server rejects a request because the user is not signed in. `react` receives whether the
 * request was made in the background.
 *
 * @returns a function that removes the listener
 */
export function onNotLoggedIn(react: React): () => void {
  listeners.add(react)
  return () => listeners.delete(react)
}

let signIns = 0

/**
 * Records a sign-in. A request sent before it says nothing about the new session, even if its response arrives later.
 */
export const noteSignedIn = (): void => {
  signIns += 1
}

/** The language of each error message from the server. */
const langs = new WeakMap<ApiError, Lang>()

/**
 * Requests that got no response. The server may have carried them out, so a retry with the same input reuses the key.
 */
const unanswered = new Map<string, { key: string; at: number }>()
const triedAgainMs = 600_000

const blobs = new WeakMap<object, string>()
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
const sayBlob = (_: string, value: unknown) => {
  if (!(value instanceof Blob)) return value
  if (!blobs.has(value)) blobs.set(value, newKey())
  return blobs.get(value)
}

const watched =
  (name: string, call: Call): Call =>
  async (input, options) => {
    const lang = currentLang()
    const sentAt = signIns
    const sent = () => name + JSON.stringify(input, sayBlob)
    const former = unanswered.size > 0 ? unanswered.get(sent()) : undefined
    const key = former && Date.now() - former.at < triedAgainMs ? former.key : newKey()
    try {
      const answer = await call(input, { key, ...options })
      if (former) unanswered.delete(sent())
      setServerReachable(true)
      return answer
    } catch (error) {
      if (isApiError(error, 'offline')) unanswered.set(sent(), { key, at: Date.now() })
      else if (former) unanswered.delete(sent())
      if (error instanceof ApiError) {
        setServerReachable(error.errorName !== 'offline')
        langs.set(error, lang)
      }
      const isRequested = input?.redirect_login !== 'false' // 'false': the caller only checks whether there is a session
      if (error instanceof ApiError && error.code === notLoggedIn && isRequested && sentAt === signIns)
        for (const react of listeners) react(options?.isBackground === true)
      throw error
    }
  }

const watchedController = (controller: string, actions: Record<string, Call>) =>
  new Proxy(actions, {
    get: (target, action: string) => {
      const call = target[action]
      return call && watched(`${controller}/${action} `, call)
    },
  })

/** The typed API client: `api.page.save(input)`. Rejects with an `ApiError`. */
export const api: Client<Contract> = new Proxy(client, {
  get: (target, controller: string) =>
    watchedController(controller, Reflect.get(target, controller) as Record<string, Call>),
})

/** Returns whether `error` is the API error `name`. */
export const isApiError = (error: unknown, name: ApiError['errorName']): error is ApiError =>
  error instanceof ApiError && error.errorName === name

/** Returns whether a failure is temporary: no response, too many requests or a server fault. */
export const isTransientError = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code < 0 || error.code === 10429 || error.code >= 10500

/** Returns an error message in the user's language: the server's message, or why there is none. */
export function getErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('common:failure.unknown')
  // An open item reports this when it was deleted or closed.
  if (error.errorName === 'itemPasswordNeeded') return i18next.t('common:failure.gone')
  if (!error.message) return i18next.t(`common:failure.${error.errorName as 'offline' | 'bodyTooLarge'}`)
  const isForeign = langs.has(error) && langs.get(error) !== currentLang()
  return isForeign ? i18next.t(`refusal:${error.errorName}`, error.values) : error.message
}

/** Returns the id of the failed request in the server's log; undefined if it never reached the server. */
export const getRequestId = (error: unknown): string | undefined =>
  (error instanceof ApiError && error.requestId) || undefined
