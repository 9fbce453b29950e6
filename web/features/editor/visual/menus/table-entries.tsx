import type { EditorView } from '@milkdown/kit/prose/view'
import type { TFunction } from 'i18next'
import { AddIcon, BackIcon, ChevronDownIcon, ChevronUpIcon, ForwardIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { alignInTable, removeTable, runTableAction, type TableAction, type TablePosition } from './table-commands.ts'
import type { Alignment } from './table-edit.ts'
import { AlignCenterIcon, AlignLeftIcon, AlignRightIcon, DuplicateIcon } from './visual-icons.ts'

type Words = TFunction<'visual-editor'>

/** Returns the menu entries for the row of a cell. */
export function rowEntries(view: EditorView, place: TablePosition, t: Words): MenuEntry[] {
  const last = place.table.childCount - 1
  const run = (deed: TableAction) => () => void runTableAction(view, deed, place)
  return [
    { id: 'rowAbove', label: t('table.rowAbove'), icon: <AddIcon />, onSelect: run('rowAbove') },
    {
      id: 'rowBelow',
      label: t('table.rowBelow'),
      icon: <AddIcon />,
      shortcut: 'mod+alt+enter',
      onSelect: run('rowBelow'),
    },
    {
      id: 'rowUp',
      label: t('table.rowUp'),
      icon: <ChevronUpIcon />,
      shortcut: 'alt+shift+arrowup',
      disabled: place.row === 0,
      onSelect: run('rowUp'),
    },
    {
      id: 'rowDown',
      label: t('table.rowDown'),
      icon: <ChevronDownIcon />,
      shortcut: 'alt+shift+arrowdown',
      disabled: place.row === last,
      onSelect: run('rowDown'),
    },
    { id: 'rowCopy', label: t('table.rowCopy'), icon: <DuplicateIcon />, onSelect: run('rowCopy') },
    {
      id: 'rowRemove',
      label: t('table.rowRemove'),
      icon: <TrashIcon />,
      danger: true,
      disabled: last < 1,
      onSelect: run('rowRemove'),
    },
  ]
}

const alignments = [
  { value: 'left', icon: <AlignLeftIcon /> },
  { value: 'center', icon: <AlignCenterIcon /> },
  { value: 'right', icon: <AlignRightIcon /> },
] as const

/** Returns the menu entries for the column of a cell. */
export function columnEntries(view: EditorView, place: TablePosition, t: Words): MenuEntry[] {
  const last = place.table.child(0).childCount - 1
  const run = (deed: TableAction) => () => void runTableAction(view, deed, place)
  const current: Alignment = place.table.child(0).maybeChild(place.column)?.attrs['alignment'] ?? null
  return [
    { id: 'columnBefore', label: t('table.columnBefore'), icon: <AddIcon />, onSelect: run('columnBefore') },
    { id: 'columnAfter', label: t('table.columnAfter'), icon: <AddIcon />, onSelect: run('columnAfter') },
    {
      id: 'columnLeft',
      label: t('table.columnLeft'),
      icon: <BackIcon />,
      shortcut: 'alt+shift+arrowleft',
      disabled: place.column === 0,
      onSelect: run('columnLeft'),
    },
    {
      id: 'columnRight',
      label: t('table.columnRight'),
      icon: <ForwardIcon />,
      shortcut: 'alt+shift+arrowright',
      disabled: place.column === last,
      onSelect: run('columnRight'),
    },
    {
      kind: 'sub',
      id: 'align',
      label: t('table.align'),
      icon: <AlignLeftIcon />,
      entries: [
        {
          id: 'none',
          label: t('table.none'),
          checked: current === null,
          onSelect: () => void alignInTable(view, null, place),
        },
        ...alignments.map(({ value }) => ({
          id: value,
          label: t(`table.${value}`),
          checked: current === value,
          onSelect: () => void alignInTable(view, value, place),
        })),
      ],
    },
    {
      id: 'columnRemove',
      label: t('table.columnRemove'),
      icon: <TrashIcon />,
      danger: true,
      disabled: last === 0,
      onSelect: run('columnRemove'),
    },
  ]
}

/** Returns all menu entries for a table from one of its cells. */
export const tableEntries = (view: EditorView, place: TablePosition, t: Words): MenuEntry[] => [
  { kind: 'label', id: 'row', label: t('table.row') },
  ...rowEntries(view, place, t),
  { kind: 'label', id: 'column', label: t('table.column') },
  ...columnEntries(view, place, t),
  { kind: 'separator', id: 'last' },
  {
    id: 'tableRemove',
    label: t('table.remove'),
    icon: <TrashIcon />,
    danger: true,
    onSelect: () => void removeTable(view, place),
  },
]
