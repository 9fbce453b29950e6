import { later } from '#web/ui/later.tsx'

export { canTry } from './can-try.ts'

/** Sends the request that a page of API JSON describes, and shows what comes back. */
export const TryIt = later(async () => (await import('./try-it.tsx')).TryIt)

/** The same in a drawer, beside the form of the page. */
export const TryItDrawer = later(async () => (await import('./try-it-drawer.tsx')).TryItDrawer)
