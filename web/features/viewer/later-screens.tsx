import type { ComponentProps } from 'react'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'

const LaterPage = later(async () => (await import('./page-not-found.tsx')).PageNotFound)
const LaterItem = later(async () => (await import('./item-not-found.tsx')).ItemNotFound)

/** What stands in an item where the page of the address is not. Loaded when it is needed. */
export function PageNotFound(props: ComponentProps<typeof LaterPage>) {
  return (
    <OnDemand>
      <LaterPage {...props} />
    </OnDemand>
  )
}

/** What stands at an address that no item has. Loaded when it is needed. */
export function ItemNotFound(props: ComponentProps<typeof LaterItem>) {
  return (
    <OnDemand>
      <LaterItem {...props} />
    </OnDemand>
  )
}
