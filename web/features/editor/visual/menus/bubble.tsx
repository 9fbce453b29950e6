import { TextSelection } from '@milkdown/kit/prose/state'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formats, parts } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLayout } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { Floating, getTextRect, type MenuProps, preventBlur, useEditor } from './floating.tsx'
import { activeFormats, type VisualFormat, visualCommands } from './formats.ts'
import { openedLink } from './link-state.ts'
import styles from './menus.module.css'

const shown = ['bold', 'italic', 'strike', 'code', 'link', 'bullet', 'ordered', 'task', 'quote'] as const

const levels = [1, 2, 3, 4] as const

/** Alt+F10 focuses the buttons above the selection, as in other editors. */
const bubbleKey = (event: globalThis.KeyboardEvent) => event.altKey && event.key === 'F10'

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (!step || at < 0) return
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

/** Returns whether the pointer is down in the text: the bubble waits until the selection is complete. */
function usePressing({ view, signal }: MenuProps): boolean {
  const [isPressing, setPressing] = useState(false)
  useEffect(() => {
    const press = () => setPressing(true)
    const release = () => {
      setPressing(false)
      signal.emit()
    }
    view.dom.addEventListener('pointerdown', press)
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    return () => {
      view.dom.removeEventListener('pointerdown', press)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
    }
  }, [view, signal])
  return isPressing
}

/** The buttons above selected text; at its bottom on a phone, where the lines leave no room. */
export function Bubble(props: MenuProps) {
  const { view, signal } = props
  const { t } = useTranslation('source-editor')
  const state = useEditor(props, (now) => !now.selection.empty)
  const isPressing = usePressing(props)
  const isPhone = useLayout() === 'phone'
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isInside, setInside] = useState(false)
  const [hiddenAt, setHiddenAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const { selection } = state
  const isText =
    selection instanceof TextSelection &&
    !selection.empty &&
    !selection.$from.parent.type.spec.code &&
    state.doc.textBetween(selection.from, selection.to, ' ', ' ').trim() !== ''
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (bubbleKey(event)) {
        const first = box.current?.querySelector('button')
        if (!first) return
        event.preventDefault()
        first.focus()
      } else if (event.key === 'Escape') setHiddenAt(view.state.selection.anchor)
    }
    view.dom.addEventListener('keydown', onKey)
    return () => view.dom.removeEventListener('keydown', onKey)
  }, [view])
  const isHeld = view.hasFocus() || isMenuOpen || isInside
  const isHidden = hiddenAt === selection.anchor
  if (!isText || isPressing || isHidden || !isHeld || openedLink(state)) return null

  const active = activeFormats(state)
  const run = (name: VisualFormat) => {
    visualCommands[name](view.state, view.dispatch, view)
    if (name !== 'link') view.focus()
    signal.emit()
  }
  const level = levels.find((one) => active.has(`heading${one}`))
  const heading = (one: 0 | 1 | 2 | 3 | 4): MenuEntry => ({
    id: String(one),
    label: one === 0 ? t('format.plain') : t('format.headingLevel', { level: one }),
    checked: one === (level ?? 0),
    onSelect: () => run(`heading${one}`),
  })
  return (
    <Floating view={view} anchor={() => getTextRect(view, selection.from, selection.to)} isClear isFoot={isPhone}>
      <div
        ref={box}
        className={styles.bubble}
        role="toolbar"
        aria-label={t('format.label')}
        onMouseDown={preventBlur}
        onFocus={() => setInside(true)}
        onBlur={() => setInside(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') view.focus()
          else moveFocus(event)
        }}
      >
        <Menu
          open={isMenuOpen}
          onOpenChange={setMenuOpen}
          trigger={
            <IconButton size="s" label={t('format.heading')} className={styles.wide}>
              {level ? <span className={styles.level}>H{level}</span> : parts.text.icon}
              <ChevronDownIcon />
            </IconButton>
          }
          entries={[heading(0), ...levels.map(heading)]}
          onCloseFocus={() => {
            view.focus()
            return true
          }}
        />
        {shown.map((name) => (
          <IconButton
            key={name}
            size="s"
            label={t(`format.${name}`)}
            shortcut={formats[name].shortcut}
            aria-pressed={active.has(name)}
            onClick={() => run(name)}
          >
            {formats[name].icon}
          </IconButton>
        ))}
      </div>
    </Floating>
  )
}
