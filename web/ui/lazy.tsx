import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadDeferredMessages } from '#web/lib/i18n.ts'

/**
 * Creates a component whose code and messages load on first render. Put it inside `LazyBoundary` or `Suspense`.
 *
 * @param load imports it: `lazyComponent(async () => (await import('./job-drawer.tsx')).JobDrawer)`
 * @param words 'first' if the messages of the first page are enough for it
 */
export const lazyComponent = <P,>(
  load: () => Promise<ComponentType<P>>,
  words: 'first' | 'all' = 'all',
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const [component] = await Promise.all([load(), words === 'all' && loadDeferredMessages()])
    return { default: component }
  })
