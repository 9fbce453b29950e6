import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { leaveItemAtom } from './atoms.ts'
import type { MenuItem } from './item.ts'

/** Asks for confirmation before the user leaves an item they are a member of. */
export function LeaveItem({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { t } = useTranslation('item-menu')
  const close = useMountedCallback(onClose)
  const goTo = useMountedCallback(navigate)
  const leave = useSetAtom(leaveItemAtom)
  const name = item.item_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('leave.title', { name })}
      action={t('leave.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await leave(item.item_id)
        close()
        toast.ok(localized(() => i18next.t('item-menu:leave.done', { name })))
        goTo('/item/index')
      }}
    >
      {t('leave.text')}
    </ConfirmDialog>
  )
}
