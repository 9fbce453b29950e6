import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { treeMove } from '#web/lib/tree-move.ts'
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import frame from './call.module.css'
import { findMatches, highlightMatches, type MatchHighlighter, toRanges } from './find.ts'
import { buildRows, canOpen, getInitiallyOpened, type JsonRow, openedAt, toggled, withMore } from './json-rows.ts'
import type { JsonText } from './json-text.ts'
import styles from './json-tree.module.css'

// A longer string is cut off; the raw view has all of it.
const longest = 3000

// How many characters of a closed part are previewed.
const glance = 160

// Indentation per level in px, and the level from which on it no longer grows.
const indent = 18
const deepestIndent = 30

function Value({ json, row }: { json: JsonText; row: JsonRow }) {
  const { t } = useTranslation('api-call')
  const { kind, begin, end, count } = row.part
  if (kind === 'object' || kind === 'array') {
    const [open, close] = kind === 'object' ? '{}' : '[]'
    return (
      <span className={styles.sum}>
        {open}
        {count > 0 && (
          <>
            <span aria-hidden="true">{formatCount(count)}</span>
            <span className="visually-hidden">{t('tree.count', { count, values: formatCount(count) })}</span>
          </>
        )}
        {close}
        {count > 0 && !row.isOpen && (
          <span aria-hidden="true">
            {' '}
            {json.text.slice(begin + 1, Math.min(end - 1, begin + glance)).replaceAll(/\s+/g, ' ')}
          </span>
        )}
      </span>
    )
  }
  const text = json.text.slice(begin, Math.min(end, begin + longest))
  return (
    <span className={styles.value} data-kind={kind}>
      {text}
      {end - begin > longest && (
        <span className={styles.cut}>
          {' '}
          {t('tree.cut', { count: end - begin - longest, letters: formatCount(end - begin - longest) })}
        </span>
      )}
    </span>
  )
}

const idOf = ({ part, more }: JsonRow) => `${part.begin}${more ? more.side : ''}`

interface LineProps {
  json: JsonText
  row: JsonRow
  /** Whether it has the focus, or receives it next. */
  isCurrent: boolean
  /** Whether it contains the current search match. */
  isFound: boolean
  onPress: (row: JsonRow, event: MouseEvent) => void
}

function LineOf({ json, row, isCurrent, isFound, onPress }: LineProps) {
  const { t } = useTranslation('api-call')
  const { part, level, place, of, isOpen, more } = row
  const isParent = canOpen(row)
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isParent ? isOpen : undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={styles.row}
      style={{ paddingInlineStart: `${(Math.min(level, deepestIndent) - 1) * indent}px` }}
      data-row={idOf(row)}
      data-found={isFound || undefined}
      onClick={(event) => onPress(row, event)}
    >
      <span className={styles.arrow}>{isParent && (isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />)}</span>
      {more === undefined ? (
        <span className={styles.text} data-closed={(isParent && !isOpen) || undefined}>
          {part.name !== '' && (
            <span className={styles.name} data-index={!part.name.startsWith('"') || undefined}>
              {part.name.replaceAll(/^"|"$/g, '')}
            </span>
          )}
          <Value json={json} row={row} />
        </span>
      ) : (
        <span className={styles.more}>
          {t(`tree.${more.side}`, { count: more.left, left: formatCount(more.left) })}
        </span>
      )}
    </div>
  )
}

const Line = memo(
  LineOf,
  (a, b) =>
    a.json === b.json &&
    a.isCurrent === b.isCurrent &&
    a.isFound === b.isFound &&
    a.row.part === b.row.part &&
    a.row.isOpen === b.row.isOpen &&
    a.row.more?.left === b.row.more?.left,
)

/** JSON as a collapsible tree; closed parts are not rendered. Alt opens and closes everything below. */
export function JsonTree(props: { json: JsonText; label: string; ref?: Ref<MatchHighlighter> }) {
  const { json, label, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(json)
  const [opened, setOpened] = useState(() => getInitiallyOpened(json))
  const [current, setCurrent] = useState('')
  const [found, setFound] = useState<{ words: string; row: string | undefined }>()
  const takesFocus = useRef(false)
  if (shown !== json) {
    setShown(json)
    setOpened(getInitiallyOpened(json))
    setCurrent('')
  }
  const rows = buildRows(json, opened)
  const at = Math.max(
    0,
    rows.findIndex((row) => idOf(row) === current),
  )
  const lineOf = (id: string) => box.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
  const focusOn = (row: JsonRow) => {
    setCurrent(idOf(row))
    lineOf(idOf(row))?.focus()
  }
  const press = (row: JsonRow, withBelow: boolean) => {
    const { part, place, more } = row
    if (more) {
      setOpened((former) => withMore(former, part, more.side))
      // the newly shown row at the position of this row
      const next = json.in(part)[place - 1]
      if (next) setCurrent(String(next.begin))
      takesFocus.current = true
    } else if (canOpen(row)) setOpened((former) => toggled(json, former, row.part, withBelow))
  }
  const onPress = (row: JsonRow, event: MouseEvent) => {
    // keep the text that the user has just selected
    if (window.getSelection()?.isCollapsed === false) return
    focusOn(row)
    press(row, event.altKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return
    const move = treeMove(rows, at, event.key, canOpen)
    const target = move && 'to' in move ? rows[move.to] : undefined
    if (target) focusOn(target)
    else if ((move && 'toggle' in move) || event.key === 'Enter' || event.key === ' ') press(row, event.altKey)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useImperativeHandle(ref, () => ({
    draw: (wanted) => {
      const place = wanted.positions[wanted.current]
      const way = place === undefined ? undefined : openedAt(json, opened, place)
      const row = way && String(way.part.begin)
      setFound({ words: wanted.query, row })
      if (!way || row === undefined) return
      setOpened(way.opened)
      setCurrent(row)
    },
    clear: () => setFound(undefined),
  }))
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    box.current?.querySelector<HTMLElement>(`[data-row="${current}"]`)?.focus()
  }, [current])
  useEffect(() => {
    const node = box.current
    if (!node || !found) return
    const { words, row } = found
    const hitsIn = (line: Element) => toRanges(line, findMatches(line.textContent ?? '', words), words.length)
    const line = row === undefined ? undefined : node.querySelector(`[data-row="${row}"]`)
    return highlightMatches([...node.children].flatMap(hitsIn), line ? (hitsIn(line)[0] ?? line) : undefined, node)
  }, [found, opened])
  return (
    <div ref={box} role="tree" aria-label={label} className={frame.code} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <Line
          key={idOf(row)}
          json={json}
          row={row}
          isCurrent={index === at}
          isFound={idOf(row) === found?.row}
          onPress={onPress}
        />
      ))}
    </div>
  )
}
