import type { OutlineEntry } from '#web/features/markdown/index.tsx'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'

const OutlineWindow = later(async () => (await import('./outline-window.tsx')).OutlineWindow)

/** The headings of a document in a sheet, where there is no room for them beside the text. Loaded when first shown. */
export function OutlineSheet(props: { entries: readonly OutlineEntry[]; onClose: () => void }) {
  return (
    <OnDemand>
      <OutlineWindow {...props} />
    </OnDemand>
  )
}
