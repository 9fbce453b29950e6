import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadDeferredMessages } from '#web/lib/i18n.ts'

/**
 * A component whose code and words are loaded when it is first shown; put it inside `OnDemand` or `Suspense`.
 *
 * @param load imports it: `later(async () => (await import('./job-drawer.tsx')).JobDrawer)`
 * @param words whether the words of the first page are enough for it
 */
export const lazyComponent = <P,>(
  load: () => Promise<ComponentType<P>>,
  words: 'first' | 'all' = 'all',
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const [component] = await Promise.all([load(), words === 'all' && loadDeferredMessages()])
    return { default: component }
  })
