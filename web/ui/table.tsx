import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import choice from './choice.module.css'
import { IconButton } from './icon-button.tsx'
import { ChevronDownIcon, ChevronUpIcon, MoreIcon } from './icons.ts'
import { Menu, type MenuEntry } from './menu.tsx'
import styles from './table.module.css'

/** A column of a table; the first column names the row. */
export interface TableColumn<T> {
  id: string
  header: ReactNode
  cell: (row: T) => ReactNode
  /** A width such as '12rem'; defaults to the content's width. */
  width?: string
  /** Aligns numbers at the end. */
  align?: 'end'
  /** A label of one or two words, which does not wrap. */
  isShort?: true
  /** Hidden when columns have little room, to leave it to the row's name. */
  isExtra?: true
  /** Makes the header a button; `direction` is the current sort direction of this column. */
  sort?: { direction?: 'asc' | 'desc'; onSort: () => void }
}

interface TableProps<T> {
  /** The table's name for screen readers. */
  caption: string
  rows: readonly T[]
  keyOf: (row: T) => string
  columns: readonly TableColumn<T>[]
  /** The actions of a row, in a menu after the last cell. */
  menuOf?: (row: T) => MenuEntry[]
  /** The label of the menu button: "Actions for ann". */
  menuLabel?: (row: T) => string
  /** The keys of the selected rows; with `onSelected` each row has a checkbox, and the header one for all. */
  selected?: ReadonlySet<string>
  onSelected?: (next: Set<string>) => void
}

const words = { asc: 'ascending', desc: 'descending' } as const

function Head<T>({ column }: { column: TableColumn<T> }) {
  const { header: head, sort, align, width, isExtra } = column
  const Arrow = sort?.direction === 'asc' ? ChevronUpIcon : ChevronDownIcon
  return (
    <th
      scope="col"
      data-align={align}
      data-extra={isExtra}
      style={width ? { width } : undefined}
      aria-sort={sort && (sort.direction ? words[sort.direction] : 'none')}
    >
      {sort ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sort.direction !== undefined || undefined}
          onClick={sort.onSort}
        >
          {head}
          <Arrow />
        </button>
      ) : (
        head
      )}
    </th>
  )
}

function TickBox(props: { labelledBy: string; checked: boolean; mixed?: boolean; onChange: (on: boolean) => void }) {
  const { labelledBy, checked, mixed = false, onChange } = props
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        className={choice.box}
        aria-labelledby={labelledBy}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

/** Moves the focus to the same control of the row above or below on arrow up and down. */
function moveInColumn(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const control = event.target
  if (!step || !(control instanceof HTMLElement) || control.matches('select,textarea,input:not([type=checkbox])'))
    return
  const cell = control.closest<HTMLTableCellElement>('td,th')
  const row = cell?.closest('tr')
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  if (!cell || !(next instanceof HTMLTableRowElement) || control.ariaExpanded === 'true') return
  const place = [...cell.querySelectorAll('a,button,input')].indexOf(control)
  const same = next.cells[cell.cellIndex]?.querySelectorAll<HTMLElement>('a,button,input')
  const target = same?.[Math.min(place, same.length - 1)]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** A table with a sticky header; in a narrow space each row becomes a card. */
export function Table<T>(props: TableProps<T>) {
  const { caption, rows, keyOf, columns, menuOf, menuLabel, selected, onSelected } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const chosen = rows.filter((row) => selected?.has(keyOf(row))).length
  const tick = (keys: readonly string[], on: boolean) => {
    const next = new Set(selected)
    for (const key of keys) {
      if (on) next.add(key)
      else next.delete(key)
    }
    onSelected?.(next)
  }
  return (
    <div className={styles.frame}>
      <span id={`${id}select`} hidden>
        {t('table.select')}
      </span>
      <span id={`${id}all`} hidden>
        {t('table.selectAll')}
      </span>
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            {onSelected && (
              <td className={styles.tickCell}>
                <TickBox
                  labelledBy={`${id}all`}
                  checked={chosen === rows.length && chosen > 0}
                  mixed={chosen > 0 && chosen < rows.length}
                  onChange={(on) => tick(rows.map(keyOf), on)}
                />
              </td>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} />
            ))}
            {menuOf && (
              <th scope="col" className={styles.menu}>
                <span className="visually-hidden">{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={moveInColumn}>
          {rows.map((row) => {
            const key = keyOf(row)
            const [first, ...others] = columns
            const entries = menuOf?.(row) ?? []
            return (
              <tr key={key} data-selected={selected?.has(key) || undefined}>
                {onSelected && (
                  <td className={styles.tickCell}>
                    <TickBox
                      labelledBy={`${id}select ${id}row${key}`}
                      checked={selected?.has(key) ?? false}
                      onChange={(on) => tick([key], on)}
                    />
                  </td>
                )}
                {first && (
                  <th scope="row" id={`${id}row${key}`} data-align={first.align}>
                    {first.cell(row)}
                  </th>
                )}
                {others.map((column) => (
                  <td key={column.id} data-align={column.align} data-short={column.isShort} data-extra={column.isExtra}>
                    <span className={styles.label}>{column.header}</span>
                    <span className={styles.value}>{column.cell(row)}</span>
                  </td>
                ))}
                {menuOf && (
                  <td className={styles.menu}>
                    {entries.length > 0 && (
                      <Menu
                        align="end"
                        trigger={
                          <IconButton size="s" label={menuLabel?.(row) ?? t('table.actions')}>
                            <MoreIcon />
                          </IconButton>
                        }
                        entries={entries}
                      />
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
