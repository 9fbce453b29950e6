import { lazy } from 'react'
import type { OutlineEntry } from '#web/features/markdown/index.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'

const OutlineWindow = lazy(async () => ({ default: (await import('./outline-window.tsx')).OutlineWindow }))

/** The headings of a document in a sheet, where there is no room for them beside the text. Loaded when first shown. */
export function OutlineSheet(props: { entries: readonly OutlineEntry[]; onClose: () => void }) {
  return (
    <OnDemand>
      <OutlineWindow {...props} />
    </OnDemand>
  )
}
