import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GroupsPanel } from './groups-panel.tsx'

/** The user's groups in a dialog; every change is saved at once. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('item-group')
  return (
    <Dialog open size="m" title={t('title')} onClose={onClose}>
      <GroupsPanel />
    </Dialog>
  )
}
