// For this tab only: a sign-in with another service leads away, and back to this address.
const storageKey = 'docstead.invitation'

function stored(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/**
 * Returns a value behind `#` of the address, as in `#invite=...`. Secrets stand there, because no server and no log gets
 * that part; `clearFragment` takes them out of the address too. Reading changes nothing, so that a screen may render
 * several times before it is shown.
 */
const readFragment = (name: string): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get(name) ?? undefined

/** Removes the part behind `#` from the address. */
function clearFragment(): void {
  const { hash, pathname, search } = window.location
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search)
}

/** Returns the token of the invitation that is open in this tab; empty if there is none. Its link is `#invite=...`. */
export const openInvitation = (): string => readFragment('invite') ?? stored() ?? ''

/** Keeps the invitation for this tab, and takes it out of the address. */
export function keepInvitation(): void {
  const token = readFragment('invite')
  if (token === undefined) return
  try {
    window.sessionStorage.setItem(storageKey, token)
  } catch {
    // without storage the invitation lasts as long as the page
  }
  clearFragment()
}

/** Forgets the open invitation: it was accepted or left. */
export function forgetInvitation(): void {
  try {
    window.sessionStorage.removeItem(storageKey)
  } catch {
    // nothing was stored
  }
}
