import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LockIcon, PublicIcon } from '#web/ui/icons.ts'
import type { Item } from './item.ts'

/** Who may read an item, in a word. */
export function Visibility({ item }: { item: Item }) {
  const { t } = useTranslation('my-items')
  return item.is_private ? (
    <Badge icon={<LockIcon />}>{t('private')}</Badge>
  ) : (
    <Badge tone="info" icon={<PublicIcon />}>
      {t('public')}
    </Badge>
  )
}
