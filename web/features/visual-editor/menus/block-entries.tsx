import { NodeSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { TFunction } from 'i18next'
import { ChevronDownIcon, ChevronUpIcon, EditIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { openSource } from '../views/drawn-view.ts'
import { duplicate, moveBy, remove, turnInto } from './block-deeds.ts'
import type { BlockPlace } from './block-moves.ts'
import type { VisualFormat } from './formats.ts'
import { isDrawn } from './insert.ts'
import { DuplicateIcon, TurnIntoIcon } from './visual-icons.ts'

const kinds: readonly {
  format: VisualFormat
  word: `slash.${'text' | 'heading1' | 'heading2' | 'heading3' | 'heading4' | 'bullet' | 'ordered' | 'task' | 'quote' | 'codeBlock'}`
}[] = [
  { format: 'heading0', word: 'slash.text' },
  { format: 'heading1', word: 'slash.heading1' },
  { format: 'heading2', word: 'slash.heading2' },
  { format: 'heading3', word: 'slash.heading3' },
  { format: 'heading4', word: 'slash.heading4' },
  { format: 'bullet', word: 'slash.bullet' },
  { format: 'ordered', word: 'slash.ordered' },
  { format: 'task', word: 'slash.task' },
  { format: 'quote', word: 'slash.quote' },
  { format: 'codeBlock', word: 'slash.codeBlock' },
]

const turnable = new Set(['paragraph', 'heading', 'list_item', 'code_block', 'blockquote'])

/** What can be done to a block: the lines of its menu. */
export function blockEntries(view: EditorView, block: BlockPlace, t: TFunction<'visual-editor'>): MenuEntry[] {
  const { node, pos, index, count } = block
  const entries: MenuEntry[] = []
  if (isDrawn(node)) {
    const edit = () => {
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
      // once the menu has given the focus back
      window.setTimeout(() => openSource(view))
    }
    entries.push({ id: 'edit', label: t('source.edit'), icon: <EditIcon />, shortcut: 'enter', onSelect: edit })
  } else if (turnable.has(node.type.name)) {
    entries.push({
      kind: 'sub',
      id: 'turn',
      label: t('block.turnInto'),
      icon: <TurnIntoIcon />,
      entries: kinds.map(({ format, word }) => ({
        id: format,
        label: t(word),
        onSelect: () => turnInto(view, block, format),
      })),
    })
  }
  return [
    ...entries,
    {
      id: 'up',
      label: t('block.up'),
      icon: <ChevronUpIcon />,
      shortcut: 'alt+shift+arrowup',
      disabled: index === 0,
      onSelect: () => void moveBy(view, -1, block),
    },
    {
      id: 'down',
      label: t('block.down'),
      icon: <ChevronDownIcon />,
      shortcut: 'alt+shift+arrowdown',
      disabled: index === count - 1,
      onSelect: () => void moveBy(view, 1, block),
    },
    { id: 'copy', label: t('block.copy'), icon: <DuplicateIcon />, onSelect: () => duplicate(view, block) },
    { kind: 'separator', id: 'last' },
    { id: 'remove', label: t('block.remove'), icon: <TrashIcon />, danger: true, onSelect: () => remove(view, block) },
  ]
}
