import { NodeSelection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { TFunction } from 'i18next'
import DuplicateIcon from 'lucide-react/icons/copy-plus'
import TurnIntoIcon from 'lucide-react/icons/replace'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { AddIcon, ChevronDownIcon, ChevronUpIcon, EditIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { DragIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { openSource } from '../views/rendered-node-view.ts'
import {
  addBelow,
  blockMenuAt,
  closeBlockMenu,
  duplicate,
  moveBy,
  moveTo,
  openBlockMenu,
  remove,
  turnInto,
} from './block-commands.ts'
import { type Drop, dropAt, siblingRects } from './block-drop.ts'
import { type BlockPosition, blockAt, selectedBlock } from './block-moves.ts'
import { type MenuProps, useEditor } from './floating.tsx'
import { isDrawn } from './insert.ts'
import styles from './menus.module.css'
import { useDragHandle } from './use-drag-handle.ts'

/** Returns the block under the pointer; the last one while the pointer is outside the text. */
function useHovered({ view }: MenuProps): number | undefined {
  const [pos, setPos] = useState<number>()
  useEffect(() => {
    const holder = view.dom.parentElement
    if (!holder) return
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return
      const { left, right } = view.dom.getBoundingClientRect()
      const inset = Math.min(right - 8, Math.max(event.clientX, left + 64))
      const found = view.posAtCoords({ left: inset, top: event.clientY })
      if (!found) return
      const at = found.inside >= 0 ? found.inside : found.pos
      const block = blockAt(view.state, found.inside >= 0 && view.state.doc.nodeAt(at)?.isInline ? found.pos : at)
      setPos(block?.pos)
    }
    const onLeave = () => setPos(undefined)
    holder.addEventListener('pointermove', onMove)
    holder.addEventListener('pointerleave', onLeave)
    view.dom.addEventListener('keydown', onLeave)
    return () => {
      holder.removeEventListener('pointermove', onMove)
      holder.removeEventListener('pointerleave', onLeave)
      view.dom.removeEventListener('keydown', onLeave)
    }
  }, [view])
  return pos
}

// The row handle is at this position: `.rowHandle`.
const rowHandleWidth = 18
/** The width of both handles next to a table, in px. */
const nextToTable = 72

const isTouch = () => window.matchMedia('(hover: none)').matches

/** Returns the position of a block's handle, next to its first line. */
function handlePlace(view: MenuProps['view'], block: BlockPosition): { top: number; left: number } | undefined {
  const dom = view.nodeDOM(block.pos)
  const holder = view.dom.parentElement
  if (!(dom instanceof HTMLElement) || !holder) return undefined
  const box = dom.getBoundingClientRect()
  const around = holder.getBoundingClientRect()
  const style = window.getComputedStyle(dom)
  const line = Number.parseFloat(style.lineHeight) || 24
  const top = box.top - around.top + Math.min(line, box.height) / 2 + Number.parseFloat(style.paddingTop)
  // the marker of an item is left of its box, inside that of its list
  const left = (dom.tagName === 'LI' ? dom.parentElement : dom)?.getBoundingClientRect().left ?? box.left
  if (!dom.matches('.md-table')) return { top: top - 14, left: left - around.left }
  // on a phone there is no room next to the row's handle, only above it
  return isTouch() || left - around.left < nextToTable
    ? { top: box.top - around.top - 28, left: left - around.left }
    : { top: top - 14, left: left - around.left - rowHandleWidth }
}

const kinds = [
  'heading0',
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'bullet',
  'ordered',
  'task',
  'quote',
  'codeBlock',
] as const

const turnable = new Set(['paragraph', 'heading', 'list_item', 'code_block', 'blockquote'])

/** Returns the entries of a block's menu. */
function blockEntries(
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
      entries: kinds.map((format) => ({
        id: format,
        label: t(`source-editor:part.${format === 'heading0' ? 'text' : format}`),
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

/** The handle next to a block: pressing opens its menu, dragging moves it; the plus button opens the `/` menu below. */
export function BlockHandle(props: MenuProps) {
  const { view } = props
  const { t } = useTranslation(['visual-editor', 'source-editor'])
  const hovered = useHovered(props)
  const [drop, setDrop] = useState<Drop>()
  const { held, handlers } = useDragHandle<BlockPosition>({
    onPress: (block) => openBlockMenu(view, block.pos),
    onMove: (block, { clientY }) => setDrop(dropAt(siblingRects(view, block), block.index, clientY)),
    onDrop: (block) => drop && moveTo(view, drop.index, block) && view.focus(),
    onEnd: () => setDrop(undefined),
  })
  const isOn = hovered !== undefined || held !== undefined
  const state = useEditor(props, (now) => isOn || blockMenuAt(now) !== undefined || isTouch())
  const menuAt = blockMenuAt(state)
  const pos = menuAt ?? held?.pos ?? hovered
  const atCursor = isTouch() && view.hasFocus() ? selectedBlock(state) : undefined
  const block = pos === undefined ? atCursor : pos <= state.doc.content.size ? blockAt(state, pos) : undefined
  const place = block && view.editable ? handlePlace(view, block) : undefined
  if (!block || !place) return null

  const line = drop && lineOf(view, drop)
  return (
    <>
      <div className={styles.handle} style={place} data-no-print="">
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('block.add')}
          title={t('block.add')}
          onClick={() => addBelow(view, block)}
        >
          <AddIcon />
        </button>
        <button
          type="button"
          tabIndex={-1}
          data-drag=""
          aria-label={t('block.menu')}
          title={t('block.menuHint')}
          aria-haspopup="menu"
          aria-expanded={menuAt !== undefined}
          {...handlers(block)}
        >
          <DragIcon />
        </button>
        <Menu
          open={menuAt !== undefined}
          onOpenChange={(open) => !open && closeBlockMenu(view)}
          trigger={<button type="button" tabIndex={-1} aria-hidden="true" className={styles.point} />}
          entries={blockEntries(view, block, t)}
          onCloseFocus={() => {
            view.focus()
            return true
          }}
        />
      </div>
      {line && <div className={styles.dropLine} style={line} />}
    </>
  )
}

function lineOf(view: MenuProps['view'], drop: Drop): { top: number; left: number; width: number } | undefined {
  const around = view.dom.parentElement?.getBoundingClientRect()
  return around && { top: drop.y - around.top - 1, left: drop.left - around.left, width: drop.width }
}
