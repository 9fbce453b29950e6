import * as Radix from '@radix-ui/react-dialog'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { currentPath, focusHeading, href, navigate } from '#web/lib/route.ts'
import styles from './command-palette.module.css'
import { Highlight } from './highlight.tsx'
import { IconButton } from './icon-button.tsx'
import { CloseIcon, SearchIcon } from './icons.ts'
import { Kbd } from './kbd.tsx'
import { filterPalette, type PaletteEntry } from './palette-filter.ts'
import { Spinner } from './spinner.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export type { PaletteEntry } from './palette-filter.ts'

/** The props of the command palette. */
interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  entries: readonly PaletteEntry[]
  placeholder: string
  /** Called with each change of the text, for results from elsewhere. */
  onQuery?: (text: string) => void
  /** Returns the part of the typed text that filters the entries; defaults to all of it. */
  getFilterText?: (text: string) => string
  /** Results are still loading; those on screen stay. */
  busy?: boolean
  /** There are more results than shown. */
  more?: boolean
  /** The label of Enter for entries that are not locations: replaces "open", and "open in a new tab". */
  action?: string
  /** Shown after the input: the scope of the search. */
  scope?: ReactNode
  /** Called on Backspace in the empty input. */
  onBackspace?: () => void
}

function Option(props: { entry: PaletteEntry; id: string; active: boolean; onPoint: () => void; onPick: () => void }) {
  const { entry, id, active, onPoint, onPick } = props
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      ref={(node) => {
        if (active) node?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={active ? undefined : onPoint}
      onClick={onPick}
    >
      <span className={styles.icon}>{entry.icon}</span>
      <span className={styles.words}>
        <span className={styles.title}>
          <Highlight text={entry.title} marks={entry.marks ?? []} />
        </span>
        {entry.snippet && (
          <span className={styles.snippet}>
            <Highlight {...entry.snippet} />
          </span>
        )}
      </span>
      {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      {entry.shortcut && <Kbd keys={entry.shortcut} />}
    </div>
  )
}

function Inside(props: Omit<CommandPaletteProps, 'open'>) {
  const {
    onClose,
    entries,
    placeholder,
    onQuery,
    getFilterText: wordsOf,
    busy,
    more,
    action,
    scope,
    onBackspace,
  } = props
  const { t } = useTranslation('ui')
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  // Key caps are not shown here.
  const isWithoutKeys = useMedia('(hover: none), (max-width: 639px)')
  const found = useMemo(
    () => filterPalette(entries, wordsOf ? wordsOf(query) : query, query.trim() !== ''),
    [entries, query, wordsOf],
  )
  const count = found.filter((entry) => !entry.offer).length
  const current = found[Math.min(at, found.length - 1)]
  const type = (text: string) => {
    setQuery(text)
    setAt(0)
    onQuery?.(text)
  }
  const pick = (entry: PaletteEntry, newTab = false) => {
    if (!entry.stays) onClose()
    if (entry.to !== undefined && newTab) window.open(href(entry.to), '_blank', 'noopener')
    else if (entry.to !== undefined) navigate(entry.to)
    else entry.run?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      pick(current, event.ctrlKey || event.metaKey)
    } else if (event.key === 'Backspace' && query === '') onBackspace?.()
  }
  return (
    <>
      <div className={styles.head}>
        {busy ? <Spinner /> : <SearchIcon />}
        <input
          className={styles.input}
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}${current.id}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {scope}
        <Kbd keys="escape" />
        {isWithoutKeys && (
          <IconButton label={t('close')} className={styles.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      <div id={listId} role="listbox" aria-label={placeholder} className={styles.list}>
        {found.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group !== found[index - 1]?.group && (
              <div className={styles.group} role="presentation">
                {entry.group}
              </div>
            )}
            <Option
              entry={entry}
              id={`${listId}${entry.id}`}
              active={entry === current}
              onPoint={() => setAt(index)}
              onPick={() => pick(entry)}
            />
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{t(busy ? 'palette.searching' : 'palette.none')}</p>}
      </div>
      <div className={styles.foot}>
        <span>
          <Kbd keys="arrowup" /> <Kbd keys="arrowdown" /> {t('palette.move')}
        </span>
        <span>
          <Kbd keys="enter" /> {action ?? t('palette.open')}
        </span>
        {!action && (
          <span>
            <Kbd keys="mod+enter" /> {t('palette.newTab')}
          </span>
        )}
        <span className={styles.count} role="status">
          {query && !busy && t(more ? 'palette.countMore' : 'palette.count', { count })}
        </span>
      </div>
    </>
  )
}

/**
 * A dialog for going somewhere or running an action by typing: arrow keys choose, Enter opens, Esc or the phone's close
 * button closes.
 */
export function CommandPalette({ open, onClose, placeholder, ...rest }: CommandPaletteProps) {
  const focus = useFocusReturn()
  const openedAt = useRef('')
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop} data-dialog="" />
        <Radix.Content
          className={styles.palette}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            openedAt.current = currentPath()
            focus.remember()
          }}
          onCloseAutoFocus={(event) => {
            if (currentPath() === openedAt.current) focus.giveBack(event)
            else {
              event.preventDefault()
              focusHeading()
            }
          }}
        >
          <Radix.Title className="visually-hidden">{placeholder}</Radix.Title>
          <Inside onClose={onClose} placeholder={placeholder} {...rest} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
