import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { AddIcon, ImportIcon, RegularItemIcon, SinglePageIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { dialogAtom } from './dialog-atom.ts'

/** The button that makes an item: regular, single page, or from a file. */
export function NewItemMenu() {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" icon={<AddIcon />}>
          {t('new')}
        </Button>
      }
      entries={[
        {
          id: 'regular',
          label: t('type.regular'),
          icon: <RegularItemIcon />,
          onSelect: () => openDialog({ kind: 'new', item_type: '0' }),
        },
        {
          id: 'single',
          label: t('type.single'),
          icon: <SinglePageIcon />,
          onSelect: () => openDialog({ kind: 'new', item_type: '2' }),
        },
        { kind: 'separator', id: 'files' },
        { id: 'import', label: t('import'), icon: <ImportIcon />, onSelect: () => openDialog({ kind: 'import' }) },
      ]}
    />
  )
}
