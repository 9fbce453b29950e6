/** Responses to requests that the page sent before its scripts loaded, by URL and body; undefined for a failed one. */
type EarlyAnswers = Map<string, Promise<Response | undefined>>

declare global {
  interface Window {
    docsteadEarly?: EarlyAnswers
  }
}

/** The maximum age of a prefetched response after the page was opened, in ms. */
const freshMs = 5_000

/** Works like `fetch`, but uses the response that the page has prefetched, once. See `first-paint.js`. */
export const prefetchedFetch: typeof fetch = async (input, init) => {
  const key = `${String(input)} ${String(init?.body)}`
  const early = window.docsteadEarly?.get(key)
  window.docsteadEarly?.delete(key)
  const answer = performance.now() < freshMs ? await early : undefined
  return answer ?? fetch(input, init)
}
