import { safeRedirect } from '#web/lib/route.ts'

// The default target after sign-in.
const homePath = '/item/index'

/** Returns the path to go to after sign-in; undefined if the URL names one that is not allowed. */
export const getRedirectTarget = (redirect: string | null, fallback: string = homePath): string | undefined =>
  redirect ? safeRedirect(redirect) : fallback
