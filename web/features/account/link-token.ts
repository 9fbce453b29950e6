declare global {
  interface Window {
    /** What `first-paint.js` has taken out of the address. */
    docsteadToken?: string
  }
}

/** The token of a sign-in link, once; empty when the address had none. It stays nowhere else: not in the address, not in storage. */
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
