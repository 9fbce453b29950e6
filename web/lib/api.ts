import i18next from 'i18next'
import { ApiError, type CallOptions, type Client, createClient } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'
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
 * Runs `react` whenever a call is refused because nobody is signed in, with whether it was made in the background.
 *
 * @returns a function that stops it
 */
export function onNotLoggedIn(react: React): () => void {
  listeners.add(react)
  return () => listeners.delete(react)
}

let signIns = 0

/** To be told when somebody has signed in: what a call that went out before is answered says nothing of the new session. */
export const noteSignedIn = (): void => {
  signIns += 1
}

/** The language that a refusal came in. */
const langs = new WeakMap<ApiError, Lang>()

/** What was sent and not answered: it may have been carried out, so the same once more is the same call. */
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
      const isAsked = input?.redirect_login !== 'false' // the caller only wanted to know
      if (error instanceof ApiError && error.code === notLoggedIn && isAsked && sentAt === signIns)
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

/** Every call of the server: `api.page.save(input)`. Rejects with an `ApiError`. */
export const api: Client<Contract> = new Proxy(client, {
  get: (target, controller: string) =>
    watchedController(controller, Reflect.get(target, controller) as Record<string, Call>),
})

/** Whether `error` is the refusal `name`. */
export const isApiError = (error: unknown, name: ApiError['errorName']): error is ApiError =>
  error instanceof ApiError && error.errorName === name

/** Whether a failure says nothing of what was asked for: no answer, too many requests, a fault of the server. */
export const isTransientError = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code < 0 || error.code === 10429 || error.code >= 10500

/** A failure in the person's language: the server's words, or why there are none. */
export function getErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('common:failure.unknown')
  // said of an item that lies open: it is gone, or has been closed
  if (error.errorName === 'itemPasswordNeeded') return i18next.t('common:failure.gone')
  if (!error.message) return i18next.t(`common:failure.${error.errorName as 'offline' | 'bodyTooLarge'}`)
  const isForeign = langs.has(error) && langs.get(error) !== currentLang()
  return isForeign ? i18next.t(`refusal:${error.errorName}`, error.values) : error.message
}

/** The name of the failed request in the server's log, when it got there. */
export const getRequestId = (error: unknown): string | undefined =>
  (error instanceof ApiError && error.requestId) || undefined
