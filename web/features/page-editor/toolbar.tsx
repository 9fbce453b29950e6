import { useAtomValue } from 'jotai'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { sourceViewAtom } from './source-atoms.ts'
import styles from './toolbar.module.css'
import { type ToolbarEntry, useToolbarEntries } from './toolbar-entries.tsx'
import { useFit } from './use-fit.ts'
import { useImages } from './use-images.ts'

const levelEntries = ({ levels = [] }: ToolbarEntry): MenuEntry[] =>
  levels.map(({ id, label, shortcut, run }) => ({ id, label, shortcut, onSelect: run }))

const menuEntry = (entry: ToolbarEntry): MenuEntry => {
  const { id, label, icon, shortcut, run } = entry
  if (entry.levels) return { kind: 'sub', id, label, icon, entries: levelEntries(entry) }
  return { id, label, icon, ...(shortcut && { shortcut }), ...(run && { onSelect: run }) }
}

const stepOf: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Arrow keys move within the toolbar, which is one stop of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const step = stepOf[event.key]
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step
  if (at < 0 || to === undefined) return
  event.preventDefault()
  buttons[(to + buttons.length) % buttons.length]?.focus()
}

/** The buttons that format the text; those without room stand in a menu at the end. */
export function Toolbar() {
  const { t } = useTranslation('page-editor')
  const view = useAtomValue(sourceViewAtom)?.view
  const row = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const addImages = useImages()
  const [stop, setStop] = useState(0)
  const entries = useToolbarEntries(() => files.current?.click())
  const fitting = useFit(row, entries.length)
  const shown = entries.slice(0, fitting)
  const rest = entries.slice(fitting)
  useShortcut('mod+alt+p', () => files.current?.click(), { inFields: true })
  const toText = () => {
    view?.focus()
    return true
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    if (!view || chosen.length === 0) return
    view.focus()
    addImages(view, chosen, view.state.selection.main.head)
  }
  const button = (entry: ToolbarEntry, at: number) => (
    <IconButton
      key={entry.id}
      label={entry.label}
      tabIndex={at === Math.min(stop, shown.length) ? 0 : -1}
      {...(entry.shortcut && { shortcut: entry.shortcut })}
      onFocus={() => setStop(at)}
      onClick={entry.run}
    >
      {entry.icon}
    </IconButton>
  )
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('format.label')} ref={row} onKeyDown={moveFocus}>
      {shown.map((entry, at) =>
        entry.levels ? (
          <Menu key={entry.id} trigger={button(entry, at)} entries={levelEntries(entry)} onCloseFocus={toText} />
        ) : (
          button(entry, at)
        ),
      )}
      {rest.length > 0 && (
        <Menu
          align="end"
          trigger={button({ id: 'more', label: t('format.more'), icon: <MoreIcon /> }, shown.length)}
          entries={rest.map(menuEntry)}
          onCloseFocus={toText}
        />
      )}
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp,image/bmp"
        onChange={choose}
      />
    </div>
  )
}
