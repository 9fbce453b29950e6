import { useAtom } from 'jotai'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { isApiBlockOpenAtom } from './api-block-atoms.ts'

const ApiBlockDialog = lazyComponent(async () => (await import('./api-block-dialog.tsx')).ApiBlockDialog)

/** Renders the API block dialog while it is open; place it once next to a page editor. */
export function ApiBlockHost() {
  const [isOpen, setOpen] = useAtom(isApiBlockOpenAtom)
  if (!isOpen) return null
  return (
    <LazyBoundary>
      <ApiBlockDialog onClose={() => setOpen(false)} />
    </LazyBoundary>
  )
}
