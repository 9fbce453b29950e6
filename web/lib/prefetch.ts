/** What the page has asked for before its scripts were there: answers by address and body; undefined for a failed one. */
type EarlyAnswers = Map<string, Promise<Response | undefined>>

declare global {
  interface Window {
    docsteadEarly?: EarlyAnswers
  }
}

/** Longer than this after the page was opened, a kept answer is no answer any more, in ms. */
const freshMs = 5_000

/** `fetch`, but a call that the page itself has sent ahead is answered by that one, once. See `first-paint.js`. */
export const prefetchedFetch: typeof fetch = async (input, init) => {
  const key = `${String(input)} ${String(init?.body)}`
  const early = window.docsteadEarly?.get(key)
  window.docsteadEarly?.delete(key)
  const answer = performance.now() < freshMs ? await early : undefined
  return answer ?? fetch(input, init)
}
