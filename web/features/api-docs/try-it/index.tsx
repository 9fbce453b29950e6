import { lazyComponent } from '#web/ui/lazy.tsx'

export { isTryItSupported } from './is-supported.ts'

/** Sends the request that a page of API JSON describes, and shows the response. */
export const TryIt = lazyComponent(async () => (await import('./try-it.tsx')).TryIt)

/** The same in a drawer, next to the form of the page. */
export const TryItDrawer = lazyComponent(async () => (await import('./try-it-drawer.tsx')).TryItDrawer)
