import { useAtom } from 'jotai'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { isApiBlockOpenAtom } from './api-block-atoms.ts'

const ApiBlockDialog = lazyComponent(async () => (await import('./api-block-dialog.tsx')).ApiBlockDialog)

/** The window that makes an API block, while it is open; put it once beside a page that is written. */
export function ApiBlockHost() {
  const [isOpen, setOpen] = useAtom(isApiBlockOpenAtom)
  if (!isOpen) return null
  return (
    <LazyBoundary>
      <ApiBlockDialog onClose={() => setOpen(false)} />
    </LazyBoundary>
  )
}
