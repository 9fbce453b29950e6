import { atom, useAtom, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { ApiItemIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'

const ApiBlockDialog = lazyComponent(async () => (await import('./api-block-dialog.tsx')).ApiBlockDialog)

/** Whether the dialog that creates an API block from a command or from JSON is open. */
const isApiBlockOpenAtom = atom(false)

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

/** Returns the entry of insert menus that creates an API block. */
export function useApiBlockEntry() {
  const { t } = useTranslation('api-page')
  const setOpen = useSetAtom(isApiBlockOpenAtom)
  return {
    id: 'apiBlock',
    label: t('block.entry'),
    icon: <ApiItemIcon />,
    words: ['api', 'curl', 'request', 'openapi', '接口', '请求'],
    // after the menu has closed, so that closing the dialog returns the focus to the page
    run: () => void window.setTimeout(() => setOpen(true), 80),
  }
}
