import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, ImportIcon, RegularItemIcon } from '#web/ui/icons.ts'
import { dialogAtom } from './dialog-atom.ts'

/** Shown when there are no items yet. */
export function NoItems() {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  return (
    <EmptyState
      icon={<RegularItemIcon data-size="32" />}
      text={t('none.text')}
      help={t('none.help')}
      action={
        <>
          <Button variant="primary" icon={<AddIcon />} onClick={() => openDialog({ kind: 'new', item_type: '0' })}>
            {t('none.create')}
          </Button>
          <Button icon={<ImportIcon />} onClick={() => openDialog({ kind: 'import' })}>
            {t('import')}
          </Button>
        </>
      }
    />
  )
}
