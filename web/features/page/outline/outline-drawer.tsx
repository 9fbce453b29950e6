import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'

const OutlineWindow = lazyComponent(async () => (await import('./outline-drawer-content.tsx')).OutlineDrawerContent)

/**
 * The headings of a document in a drawer, for windows without space for them next to the text. Loads when first shown.
 */
export function OutlineDrawer(props: { entries: readonly OutlineEntry[]; onClose: () => void }) {
  return (
    <LazyBoundary>
      <OutlineWindow {...props} />
    </LazyBoundary>
  )
}
