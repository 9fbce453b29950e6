import { redo, undo } from '@codemirror/commands'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { type FormatName, formats, formatterAtom, headingShortcut } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { SearchIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { insertTable, setHeading } from './commands.ts'
import { HeadingIcon, ImageIcon, RedoIcon, UndoIcon } from './editor-icons.ts'
import { openFind } from './search-panel.ts'
import { isInTableAtom, sourceViewAtom } from './source-atoms.ts'
import { formatCommands, headingLevels } from './source-keys.ts'
import { tableCommand, tableShortcuts } from './table-commands.ts'
import type { TableAction } from './table-model.ts'
import { useSourceLabels } from './use-source-labels.ts'

/** A toolbar button, or an entry of its overflow menu; with `entries` it opens a menu itself. */
export interface ToolbarEntry {
  id: string
  label: string
  icon: ReactNode
  shortcut?: string
  run?: () => void
  entries?: MenuEntry[]
  /** Whether it is active at the cursor, where that is known. */
  pressed?: boolean
}

const groups: readonly (readonly TableAction[])[] = [
  ['align'],
  ['rowAbove', 'rowBelow', 'rowUp', 'rowDown', 'deleteRow'],
  ['columnBefore', 'columnAfter', 'columnLeft', 'columnRight', 'deleteColumn'],
  ['textLeft', 'textCenter', 'textRight'],
]

/** Returns the table menu: insert a table, and all actions on the table at the cursor. */
function useTableMenu(): MenuEntry[] {
  const { t } = useTranslation('source-editor')
  const view = useAtomValue(sourceViewAtom)?.view
  const inTable = useAtomValue(isInTableAtom)
  const entry = (action: TableAction): MenuEntry => {
    const shortcut = tableShortcuts[action]
    return {
      id: action,
      label: t(`table.${action}`),
      ...(shortcut && { shortcut }),
      danger: action === 'deleteRow' || action === 'deleteColumn',
      onSelect: () => view && tableCommand(action)(view),
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
  return groups.flatMap((actions, at) => [
    ...(at > 0 ? [{ kind: 'separator', id: `rule${at}` } as const] : []),
    ...actions.map(entry),
  ])
}

/** Returns the toolbar's entries in order. In visual mode they use its formatter and show the active formats. */
export function useToolbarEntries(): ToolbarEntry[] {
  const { t } = useTranslation('source-editor')
  const formatter = useAtomValue(formatterAtom)
  const source = useAtomValue(sourceViewAtom)
  const view = source?.view
  const { insert: words } = useSourceLabels('')
  const tableMenu = useTableMenu()
  const entry = (name: FormatName): ToolbarEntry => {
    const { icon, shortcut } = formats[name]
    const apply = () => {
      if (formatter) return formatter.run(name)
      if (!view) return
      formatCommands[name].run(words)(view)
      view.focus()
    }
    const pressed = formatter?.active.has(name)
    return {
      id: name,
      label: t(`format.${name}`),
      icon,
      shortcut,
      ...(pressed !== undefined && { pressed }),
      run: apply,
    }
  }
  const heading: ToolbarEntry = {
    id: 'heading',
    label: t('format.heading'),
    icon: <HeadingIcon />,
    entries: headingLevels.map((level) => ({
      id: `heading${level}`,
      label: level === 0 ? t('format.plain') : t('format.headingLevel', { level }),
      shortcut: headingShortcut(level),
      ...(formatter && { checked: formatter.active.has(`heading${level}`) }),
      onSelect: () => (formatter ? formatter.run(`heading${level}`) : view && setHeading(level)(view)),
    })),
  }
  const image: ToolbarEntry = {
    id: 'image',
    label: t('format.image'),
    icon: <ImageIcon />,
    shortcut: 'mod+alt+p',
    run: () => (formatter ? formatter.run('image') : source?.chooseImages?.()),
  }
  const table: ToolbarEntry = formatter
    ? entry('table')
    : { id: 'table', label: t('format.table'), icon: formats.table.icon, entries: tableMenu }
  const act = (id: 'undo' | 'redo' | 'find', icon: ReactNode, shortcut: string, run: () => void): ToolbarEntry => ({
    id,
    label: t(`format.${id}`),
    icon,
    shortcut,
    run,
  })
  return [
    ...(['bold', 'italic', 'strike', 'code'] as const).map(entry),
    heading,
    ...(['bullet', 'ordered', 'task', 'quote', 'link'] as const).map(entry),
    image,
    table,
    entry('codeBlock'),
    act('undo', <UndoIcon />, 'mod+z', () => (formatter ? formatter.run('undo') : view && undo(view) && view.focus())),
    act('redo', <RedoIcon />, 'mod+y', () => (formatter ? formatter.run('redo') : view && redo(view) && view.focus())),
    act('find', <SearchIcon />, 'mod+f', () => (formatter ? formatter.run('find') : view && openFind(view))),
  ]
}
