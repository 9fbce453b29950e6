import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageIcon } from '#web/ui/icons.ts'

/** Shown when there is no message, or no unread one. */
export function NoMessages({ unread, onAll }: { unread: boolean; onAll: () => void }) {
  const { t } = useTranslation('message')
  return (
    <EmptyState
      icon={<MessageIcon data-size="32" />}
      text={t('empty')}
      help={unread ? undefined : t('emptyHelp')}
      action={unread && <Button onClick={onAll}>{t('showAll')}</Button>}
    />
  )
}
