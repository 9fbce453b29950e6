import { useAtom } from 'jotai'
import { later } from '#web/ui/later.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { isApiBlockOpenAtom } from './api-block-atoms.ts'

const ApiBlockDialog = later(async () => (await import('./api-block-dialog.tsx')).ApiBlockDialog)

/** The window that makes an API block, while it is open; put it once beside a page that is written. */
export function ApiBlockHost() {
  const [isOpen, setOpen] = useAtom(isApiBlockOpenAtom)
  if (!isOpen) return null
  return (
    <OnDemand>
      <ApiBlockDialog onClose={() => setOpen(false)} />
    </OnDemand>
  )
}
