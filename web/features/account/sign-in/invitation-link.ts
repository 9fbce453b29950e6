// For this tab only: a sign-in with another service leads away, and back to this address.
const storageKey = 'docstead.invitation'

/**
 * Returns the token of the invitation that is open in this tab; empty if there is none. Its link, `#invite=`, does not
 * stay in the address.
 */
export function openInvitation(): string {
  const { hash, pathname, search } = window.location
  const token = new URLSearchParams(hash.slice(1)).get('invite')
  try {
    if (token === null) return window.sessionStorage.getItem(storageKey) ?? ''
    window.sessionStorage.setItem(storageKey, token)
  } catch {
    // without storage the invitation lasts as long as the page
  }
  window.history.replaceState(window.history.state, '', pathname + search)
  return token ?? ''
}

/** Forgets the open invitation: it was accepted or left. */
export function forgetInvitation(): void {
  try {
    window.sessionStorage.removeItem(storageKey)
  } catch {
    // nothing was stored
  }
}
