import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { changedAtom } from './changed-atom.ts'
import { markAllReadAtom } from './read-atoms.ts'
import { useViewedItem } from './viewed-item.ts'

/** The line of a menu that takes the dots out of the tree. */
export function useReadEntry(): MenuEntry {
  const { t } = useTranslation('viewer-more')
  const item = useViewedItem()
  const changed = useAtomValue(changedAtom)
  const markAllRead = useSetAtom(markAllReadAtom)
  return {
    id: 'read',
    label: t('read.all'),
    icon: <CheckIcon />,
    disabled: changed.size === 0,
    onSelect: () => markAllRead(item),
  }
}
