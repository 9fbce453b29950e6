declare global {
  interface Window {
    /** The token that `first-paint.js` removed from the URL. */
    docsteadToken?: string
  }
}

/**
 * Returns the token of a sign-in link once; empty if the URL had none. It is kept nowhere else: not in the URL, not in
 * storage.
 */
export function takeLinkToken(): string {
  const query = new URLSearchParams(window.location.search)
  const token = query.get('user_token') ?? window.docsteadToken ?? ''
  window.docsteadToken = undefined
  if (query.has('user_token')) {
    query.delete('user_token')
    const { pathname } = window.location
    window.history.replaceState(window.history.state, '', query.size > 0 ? `${pathname}?${query}` : pathname)
  }
  return token
}
