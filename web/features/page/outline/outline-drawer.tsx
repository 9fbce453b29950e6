import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'

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
