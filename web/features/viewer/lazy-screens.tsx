import type { ComponentProps } from 'react'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'

const LaterPage = lazyComponent(async () => (await import('./page-not-found.tsx')).PageNotFound)
const LaterItem = lazyComponent(async () => (await import('./item-not-found.tsx')).ItemNotFound)

/** What stands in an item where the page of the address is not. Loaded when it is needed. */
export function PageNotFound(props: ComponentProps<typeof LaterPage>) {
  return (
    <LazyBoundary>
      <LaterPage {...props} />
    </LazyBoundary>
  )
}

/** What stands at an address that no item has. Loaded when it is needed. */
export function ItemNotFound(props: ComponentProps<typeof LaterItem>) {
  return (
    <LazyBoundary>
      <LaterItem {...props} />
    </LazyBoundary>
  )
}
