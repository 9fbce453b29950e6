import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'

const OpenedItemMenu = lazyComponent(async () => (await import('./opened-item-menu.tsx')).OpenedItemMenu)

/** The menu of the current item, next to its name; for signed-in users. Loaded on first use. */
export function ItemMenu() {
  const { t } = useTranslation('viewer')
  const user = useAtomValue(userAtom)
  const [wanted, setWanted] = useState(false)
  if (!user) return null
  const trigger = (
    <IconButton size="s" label={t('head.itemMenu')}>
      <MoreIcon />
    </IconButton>
  )
  const alone = (
    <IconButton size="s" label={t('head.itemMenu')} aria-haspopup="menu" onClick={() => setWanted(true)}>
      <MoreIcon />
    </IconButton>
  )
  if (!wanted) return alone
  return (
    <LazyBoundary fallback={alone}>
      <OpenedItemMenu trigger={trigger} />
    </LazyBoundary>
  )
}
