import type { Visibility } from '#shared/contract/visibility.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { KeyIcon, LockIcon, PublicIcon } from '#web/ui/screen-icons.ts'

const icons = { members: LockIcon, password: KeyIcon, public: PublicIcon }

/** The icon of a visibility. */
export function VisibilityIcon({ visibility }: { visibility: Visibility }) {
  const Icon = icons[visibility]
  return <Icon />
}

/** A badge with the visibility of an item. */
export function VisibilityBadge({ visibility }: { visibility: Visibility }) {
  const { t } = useTranslation('visibility')
  return (
    <Badge tone={visibility === 'public' ? 'info' : 'neutral'} icon={<VisibilityIcon visibility={visibility} />}>
      {t(visibility)}
    </Badge>
  )
}
