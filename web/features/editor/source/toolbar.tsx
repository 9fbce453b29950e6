import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useRef, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { flattenSubmenu } from './flatten-submenu.ts'
import { sourceViewAtom } from './source-atoms.ts'
import styles from './toolbar.module.css'
import { type ToolbarEntry, useToolbarEntries } from './toolbar-entries.tsx'
import { useFittingCount } from './use-fitting-count.ts'

/** Returns the menu entries of a button that has no room; a submenu becomes part of the menu where `isNarrow`. */
const menuEntries = ({ id, label, icon, shortcut, run, entries }: ToolbarEntry, isNarrow: boolean): MenuEntry[] =>
  entries
    ? flattenSubmenu({ kind: 'sub', id, label, icon, entries }, isNarrow)
    : [{ id, label, icon, ...(shortcut && { shortcut }), ...(run && { onSelect: run }) }]

const stepOf: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Moves the focus within the toolbar by arrow keys; the toolbar is a single Tab stop. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const step = stepOf[event.key]
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step
  if (at < 0 || to === undefined) return
  event.preventDefault()
  buttons[(to + buttons.length) % buttons.length]?.focus()
}

/** The formatting buttons and those of `more`; buttons without room go into a menu at the end. */
export function Toolbar({ more }: { more: readonly ToolbarEntry[] }) {
  const { t } = useTranslation('source-editor')
  const view = useAtomValue(sourceViewAtom)?.view
  const surface = useAtomValue(editorHandleAtom)
  const isNarrow = !useMedia('(min-width: 640px)')
  const row = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const entries = [...useToolbarEntries(), ...more]
  const fitting = useFittingCount(row, entries.length)
  const shown = entries.slice(0, fitting)
  const rest = entries.slice(fitting)
  const toText = () => {
    // the field of the find panel, which an entry has opened, keeps the focus
    if (document.activeElement instanceof HTMLInputElement) return true
    if (view) view.focus()
    else surface?.focus()
    return true
  }
  const button = (entry: ToolbarEntry, at: number) => (
    <IconButton
      key={entry.id}
      label={entry.label}
      tabIndex={at === Math.min(stop, shown.length) ? 0 : -1}
      {...(entry.shortcut && { shortcut: entry.shortcut })}
      {...(entry.pressed !== undefined && { 'aria-pressed': entry.pressed })}
      onFocus={() => setStop(at)}
      onClick={entry.run}
    >
      {entry.icon}
    </IconButton>
  )
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('format.label')} ref={row} onKeyDown={moveFocus}>
      {shown.map((entry, at) =>
        entry.entries ? (
          <Menu key={entry.id} trigger={button(entry, at)} entries={entry.entries} onCloseFocus={toText} />
        ) : (
          button(entry, at)
        ),
      )}
      {rest.length > 0 && (
        <Menu
          align="end"
          trigger={button({ id: 'more', label: t('format.more'), icon: <MoreIcon /> }, shown.length)}
          entries={rest.flatMap((entry) => menuEntries(entry, isNarrow))}
          onCloseFocus={toText}
        />
      )}
    </div>
  )
}
