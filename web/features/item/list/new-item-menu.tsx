import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import {
  AddIcon,
  ApiItemIcon,
  CodeFileIcon,
  CopyIcon,
  ImportIcon,
  RegularItemIcon,
  SheetItemIcon,
  SinglePageIcon,
} from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { dialogAtom } from './dialog-atom.ts'

const types = [
  { item_type: '0', key: 'regular', Icon: RegularItemIcon },
  { item_type: '2', key: 'single', Icon: SinglePageIcon },
  { item_type: '4', key: 'sheet', Icon: SheetItemIcon },
  { item_type: '3', key: 'api', Icon: ApiItemIcon },
] as const

/** The button that creates an item: of a type, as a copy, from a file, or from an API description. */
export function NewItemMenu() {
  const { t } = useTranslation(['item-list', 'my-items'])
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
        ...types.map(({ item_type, key, Icon }) => ({
          id: key,
          label: t(`my-items:type.${key}`),
          icon: <Icon />,
          onSelect: () => openDialog({ kind: 'new', item_type }),
        })),
        { kind: 'separator', id: 'others' },
        { id: 'copy', label: t('copy.entry'), icon: <CopyIcon />, onSelect: () => openDialog({ kind: 'copy' }) },
        { id: 'import', label: t('import'), icon: <ImportIcon />, onSelect: () => openDialog({ kind: 'import' }) },
        {
          id: 'describe',
          label: t('describe'),
          icon: <CodeFileIcon />,
          onSelect: () => openDialog({ kind: 'describe' }),
        },
      ]}
    />
  )
}
