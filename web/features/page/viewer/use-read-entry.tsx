import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { useCurrentItem } from './current-item.ts'
import { markAllReadAtom } from './last-seen-atoms.ts'
import { unreadChangesAtom } from './unread-changes.ts'

/** Returns the menu entry that clears the dots of the tree. */
export function useReadEntry(): MenuEntry {
  const { t } = useTranslation('page-actions')
  const item = useCurrentItem()
  const changed = useAtomValue(unreadChangesAtom)
  const markAllRead = useSetAtom(markAllReadAtom)
  return {
    id: 'read',
    label: t('read.all'),
    icon: <CheckIcon />,
    disabled: changed.size === 0,
    onSelect: () => markAllRead(item),
  }
}
