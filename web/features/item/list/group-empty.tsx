import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ArchiveIcon, CatalogIcon, StarIcon } from '#web/ui/icons.ts'
import { dialogAtom } from './dialog-atom.ts'
import type { GroupKey } from './group.ts'

/** Shown when a group has no items. */
export function GroupEmpty({ group, name }: { group: GroupKey; name: string }) {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  const all = <Button onClick={() => navigate('/item/index?group=all')}>{t('group.showAll')}</Button>
  if (group === 'starred') {
    return <EmptyState icon={<StarIcon data-size="32" />} text={t('group.noStars')} action={all} />
  }
  if (group === 'archived') {
    return <EmptyState icon={<ArchiveIcon data-size="32" />} text={t('group.noArchived')} action={all} />
  }
  return (
    <EmptyState
      icon={<CatalogIcon data-size="32" />}
      text={t('group.nothingIn', { group: name })}
      action={<Button onClick={() => openDialog({ kind: 'groups' })}>{t('group.choose')}</Button>}
    />
  )
}
