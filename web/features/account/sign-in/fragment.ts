/**
 * Returns a value behind `#` of the address, as in `#invite=...`. Secrets stand there, because no server and no log gets
 * that part; `clearFragment` takes them out of the address too. Reading changes nothing, so that a screen may render
 * several times before it is shown.
 */
export const readFragment = (name: string): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get(name) ?? undefined

/** Removes the part behind `#` from the address. */
export function clearFragment(): void {
  const { hash, pathname, search } = window.location
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search)
}
