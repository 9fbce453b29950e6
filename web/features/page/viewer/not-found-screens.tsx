import type { ComponentProps } from 'react'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'

const LaterPage = lazyComponent(async () => (await import('./page-not-found.tsx')).PageNotFound)
const LaterItem = lazyComponent(async () => (await import('./page-not-found.tsx')).ItemNotFound)

/** Shown in an item that does not contain the page of the address. Loaded when needed. */
export function PageNotFound(props: ComponentProps<typeof LaterPage>) {
  return (
    <LazyBoundary>
      <LaterPage {...props} />
    </LazyBoundary>
  )
}

/** Shown at an address that belongs to no item. Loaded when needed. */
export function ItemNotFound(props: ComponentProps<typeof LaterItem>) {
  return (
    <LazyBoundary>
      <LaterItem {...props} />
    </LazyBoundary>
  )
}
