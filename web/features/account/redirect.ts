import { safeRedirect } from '#web/lib/route.ts'

// Where a person goes who wanted nothing in particular.
const homePath = '/item/index'

/** The path to go to after signing in; undefined when the address names one that is not allowed. */
export const getRedirectTarget = (redirect: string | null, fallback: string = homePath): string | undefined =>
  redirect ? safeRedirect(redirect) : fallback
