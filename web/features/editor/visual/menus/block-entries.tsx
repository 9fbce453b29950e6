import { NodeSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { TFunction } from 'i18next'
import type { PartId } from '#web/features/editor/core/index.tsx'
import { ChevronDownIcon, ChevronUpIcon, EditIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { openSource } from '../views/rendered-node-view.ts'
import { duplicate, moveBy, remove, turnInto } from './block-commands.ts'
import type { BlockPosition } from './block-moves.ts'
import type { VisualFormat } from './formats.ts'
import { isDrawn } from './insert.ts'
import { DuplicateIcon, TurnIntoIcon } from './visual-icons.ts'

const kinds = [
  { format: 'heading0', part: 'text' },
  { format: 'heading1', part: 'heading1' },
  { format: 'heading2', part: 'heading2' },
  { format: 'heading3', part: 'heading3' },
  { format: 'heading4', part: 'heading4' },
  { format: 'bullet', part: 'bullet' },
  { format: 'ordered', part: 'ordered' },
  { format: 'task', part: 'task' },
  { format: 'quote', part: 'quote' },
  { format: 'codeBlock', part: 'codeBlock' },
] as const satisfies readonly { format: VisualFormat; part: PartId }[]

const turnable = new Set(['paragraph', 'heading', 'list_item', 'code_block', 'blockquote'])

/** Returns the entries of a block's menu. */
export function blockEntries(
  view: EditorView,
  block: BlockPosition,
  t: TFunction<['visual-editor', 'source-editor']>,
): MenuEntry[] {
  const { node, pos, index, count } = block
  const entries: MenuEntry[] = []
  if (isDrawn(node)) {
    const edit = () => {
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
      // after the menu has returned the focus
      window.setTimeout(() => openSource(view))
    }
    entries.push({ id: 'edit', label: t('source.edit'), icon: <EditIcon />, shortcut: 'enter', onSelect: edit })
  } else if (turnable.has(node.type.name)) {
    entries.push({
      kind: 'sub',
      id: 'turn',
      label: t('block.turnInto'),
      icon: <TurnIntoIcon />,
      entries: kinds.map(({ format, part }) => ({
        id: format,
        label: t(`source-editor:part.${part}`),
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
