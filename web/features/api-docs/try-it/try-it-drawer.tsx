import { useTranslation } from '#web/lib/i18n.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { TryIt } from './try-it.tsx'
import type { TryItProps } from './try-it-props.ts'

/** Drawer to try the request of a page. */
export function TryItDrawer({ onClose, ...props }: TryItProps & { onClose: () => void }) {
  const { t } = useTranslation('api-call')
  return (
    <Drawer open onClose={onClose} title={t('title')}>
      <TryIt {...props} isPlain />
    </Drawer>
  )
}
