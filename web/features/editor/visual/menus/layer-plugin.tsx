import { redo, undo } from '@milkdown/kit/prose/history'
import { type Command, NodeSelection, Plugin } from '@milkdown/kit/prose/state'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, memo, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { formatterAtom, parts } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import cut from '#web/ui/overflow-shadow.module.css'
import { watchColumnOverflow } from '#web/ui/overflow-shadow.ts'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { openFind } from '../find/find-commands.ts'
import { chooseImages } from '../paste/page-plugin.ts'
import { imageWidths } from '../views/image-view.ts'
import { getNodePortals } from '../views/node-portals.ts'
import { BlockHandle } from './block-handle.tsx'
import { Bubble } from './bubble.tsx'
import { Floating, getTextRect, type MenuProps, preventBlur, Signal, useEditor } from './floating.tsx'
import { activeFormats, isVisualFormat, visualCommands } from './formats.ts'
import { LinkBox, LinkHint } from './link-box.tsx'
import styles from './menus.module.css'
import type { SlashCommand } from './slash-commands.ts'
import { lineId, runSlash, slashListId, slashMenu } from './slash-state.ts'
import { TableHandles, TableMenu } from './table-handles.tsx'

const PartsOfNodes = memo(function PartsOfNodes({ view }: Pick<MenuProps, 'view'>) {
  const parts = getNodePortals(view)
  const shown = useSyncExternalStore(parts.subscribe, parts.read)
  return shown.map(({ id, at, node }) => createPortal(node, at, String(id)))
})

const others: Record<string, Command> = { undo, redo, find: openFind(false) }
/** Formats that open a box of their own. */
const elsewhere = new Set(['link', 'find'])

/** Connects the frame's toolbar to visual mode, for as long as this is on the screen. */
function Toolbar({ view, signal }: MenuProps) {
  const setFormatter = useSetAtom(formatterAtom)
  useEffect(() => {
    let names = '-'
    const run = (name: string) => {
      if (name === 'image') return chooseImages(view)
      const command = isVisualFormat(name) ? visualCommands[name] : others[name]
      command?.(view.state, view.dispatch, view)
      if (!elsewhere.has(name)) view.focus()
    }
    const notify = () => {
      const active = activeFormats(view.state)
      const key = [...active].sort().join()
      if (key !== names) setFormatter({ active, run })
      names = key
    }
    notify()
    const stop = signal.subscribe(notify)
    return () => {
      stop()
      setFormatter(undefined)
    }
  }, [view, signal, setFormatter])
  return null
}

function Line({ command: { entry, part } }: { command: SlashCommand }) {
  const { t } = useTranslation('source-editor')
  if (!part) {
    return (
      <>
        {entry?.icon}
        <span>{entry?.label}</span>
      </>
    )
  }
  const { icon, hint } = parts[part]
  return (
    <>
      {icon}
      <span>{t(`part.${part}`)}</span>
      {hint && (
        <kbd className={styles.hint} aria-hidden="true">
          {hint}
        </kbd>
      )}
    </>
  )
}

/** The list below a `/`: the focus stays in the text, arrow keys choose. */
function SlashList(props: MenuProps) {
  const { view } = props
  const { t } = useTranslation('visual-editor')
  const menu = slashMenu(useEditor(props, (state) => slashMenu(state) !== undefined))
  if (!menu) return null
  return (
    <Floating view={view} side="bottom" align="start" anchor={() => getTextRect(view, menu.from)}>
      <div ref={watchColumnOverflow} className={`${styles.slash} ${cut.column}`} onMouseDown={preventBlur}>
        <div id={slashListId} role="listbox" aria-label={t('slash.label')}>
          {menu.found.map((command, at) => (
            <div
              key={command.id}
              id={lineId(command.id)}
              role="option"
              tabIndex={-1}
              aria-selected={at === menu.at}
              className={styles.line}
              ref={(node) => {
                if (at === menu.at) node?.scrollIntoView({ block: 'nearest' })
              }}
              onClick={() => runSlash(view, command)}
            >
              <Line command={command} />
            </div>
          ))}
        </div>
        {menu.found.length === 0 && <p className={styles.none}>{t('slash.none')}</p>}
      </div>
    </Floating>
  )
}

/** The tools of the selected image: its description and its width. Enter moves the focus to them, Esc back. */
function ImageTools(props: MenuProps) {
  const { view } = props
  const state = useEditor(props, (now) => now.selection instanceof NodeSelection)
  const { selection } = state
  const isImage = selection instanceof NodeSelection && selection.node.type.name === 'image'
  const dom = isImage ? view.nodeDOM(selection.from) : undefined
  if (!isImage || !view.editable || !(dom instanceof HTMLElement)) return null
  return <Tools key={`${selection.from},${selection.node.attrs['width']}`} {...props} pos={selection.from} dom={dom} />
}

function Tools({ view, pos, dom }: MenuProps & { pos: number; dom: HTMLElement }) {
  const { t } = useTranslation('visual-editor')
  const box = useRef<HTMLDivElement>(null)
  const attrs = view.state.doc.nodeAt(pos)?.attrs
  const [width, setWidth] = useState(String(attrs?.['width'] ?? ''))
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      box.current?.querySelector('input')?.focus()
    }
    view.dom.addEventListener('keydown', onKey, true)
    return () => view.dom.removeEventListener('keydown', onKey, true)
  }, [view])
  const set = (name: string, value: string) => {
    const tr = view.state.tr.setNodeAttribute(pos, name, value)
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)))
  }
  const applyWidth = () => {
    const px = Math.round(Number(width))
    const isWidth = width === '' || (px >= imageWidths.least && px <= imageWidths.most)
    if (isWidth) set('width', width === '' ? '' : String(px))
    else setWidth(String(attrs?.['width'] ?? ''))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return
    event.preventDefault()
    if (event.key === 'Enter') applyWidth()
    view.focus()
  }
  return (
    <Floating view={view} side="top" anchor={() => dom.getBoundingClientRect()}>
      <div ref={box} className={styles.imageTools} role="group" aria-label={t('image.tools')} onKeyDown={onKeyDown}>
        <label className={styles.imageField}>
          <span>{t('image.alt')}</span>
          <TextInput
            size="s"
            value={String(attrs?.['alt'] ?? '')}
            placeholder={t('image.altHint')}
            onValue={(value) => set('alt', value)}
          />
        </label>
        <label className={styles.imageField} data-narrow="">
          <span>{t('image.width')}</span>
          <TextInput
            size="s"
            value={width}
            inputMode="numeric"
            placeholder={t('image.auto')}
            onValue={(value) => setWidth(value.replace(/\D/g, '').slice(0, 4))}
            onBlur={applyWidth}
          />
        </label>
        <IconButton
          size="s"
          label={t('image.remove')}
          onClick={() => {
            view.dispatch(view.state.tr.delete(pos, pos + 1))
            view.focus()
          }}
        >
          <TrashIcon />
        </IconButton>
      </div>
    </Floating>
  )
}

/** All parts of visual mode that React renders. */
function Layer(props: MenuProps) {
  return (
    <>
      <PartsOfNodes view={props.view} />
      <Toolbar {...props} />
      <BlockHandle {...props} />
      <TableHandles {...props} />
      <TableMenu {...props} />
      <Bubble {...props} />
      <LinkHint {...props} />
      <LinkBox {...props} />
      <ImageTools {...props} />
      <SlashList {...props} />
    </>
  )
}

/** Adds the menus of visual mode to its text: the bubble, the `/` menu, the handles. */
export function layerPlugin(): Plugin {
  const signal = new Signal()
  const emit = () => {
    signal.emit()
    return false
  }
  return new Plugin({
    props: { handleDOMEvents: { focus: emit, blur: emit, pointerup: emit, compositionend: emit } },
    view(view) {
      const holder = view.dom.parentElement
      const box = document.createElement('div')
      box.className = styles['layer'] ?? ''
      holder?.classList.add(styles['holder'] ?? '')
      holder?.append(box)
      const root = createRoot(box)
      root.render(<Layer view={view} signal={signal} />)
      window.addEventListener('scroll', signal.emit, true)
      window.addEventListener('resize', signal.emit)
      window.visualViewport?.addEventListener('resize', signal.emit)
      return {
        update: signal.emit,
        destroy: () => {
          window.removeEventListener('scroll', signal.emit, true)
          window.removeEventListener('resize', signal.emit)
          window.visualViewport?.removeEventListener('resize', signal.emit)
          signal.stop()
          // React may be rendering at the moment, because it is what removes the editor
          window.setTimeout(() => {
            root.unmount()
            box.remove()
          })
        },
      }
    },
  })
}
