import { useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { insertTable } from './commands.ts'
import { isInTableAtom, sourceViewAtom } from './source-atoms.ts'
import { formats } from './source-keys.ts'
import { tableCommand, tableShortcuts } from './table-commands.ts'
import type { TableAction } from './table-model.ts'

const groups: readonly (readonly TableAction[])[] = [
  ['align'],
  ['rowAbove', 'rowBelow', 'rowUp', 'rowDown', 'deleteRow'],
  ['columnBefore', 'columnAfter', 'columnLeft', 'columnRight', 'deleteColumn'],
  ['textLeft', 'textCenter', 'textRight'],
]

/** Returns the table menu: insert a table, and all actions on the table at the cursor. */
export function useTableMenu(): MenuEntry[] {
  const { t } = useTranslation('source-editor')
  const view = useAtomValue(sourceViewAtom)?.view
  const inTable = useAtomValue(isInTableAtom)
  const entry = (deed: TableAction): MenuEntry => {
    const shortcut = tableShortcuts[deed]
    return {
      id: deed,
      label: t(`table.${deed}`),
      ...(shortcut && { shortcut }),
      danger: deed === 'deleteRow' || deed === 'deleteColumn',
      onSelect: () => view && tableCommand(deed)(view),
    }
  }
  const insert: MenuEntry = {
    id: 'insertTable',
    label: t('table.insert'),
    shortcut: formats.table.shortcut,
    disabled: inTable,
    onSelect: () => view && insertTable(t('format.tableHeading'))(view),
  }
  if (!inTable) return [insert]
  return groups.flatMap((deeds, at) => [
    ...(at > 0 ? [{ kind: 'separator', id: `rule${at}` } as const] : []),
    ...deeds.map(entry),
  ])
}
