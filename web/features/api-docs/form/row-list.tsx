import i18next from 'i18next'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NewRow, Row } from '#shared/api-doc/api-doc.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { Button } from '#web/ui/button.tsx'
import { EditIcon } from '#web/ui/icons.ts'
import { useFlipAnimation } from '#web/ui/use-flip-animation.ts'
import { useReorder } from '#web/ui/use-reorder.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { changeWithUndo, type EditedDocument } from './edit-context.ts'
import { type Path, removeAt } from './json-source-edit.ts'
import { type FieldsOfTable, RowDetails } from './row-details.tsx'
import { insertRows, moveRow, type RowColumn, type RowKind, replaceRows, setCell, shownRows } from './row-edits.ts'
import { RowIds } from './row-ids.ts'
import { RowItem } from './row-item.tsx'
import styles from './row-list.module.css'
import { getColumns, isManyRows, parseRowText } from './row-text.ts'

const emptyRow: Row = { name: '', type: '', value: '', isRequired: false, isOff: false, remark: '' }
const types = ['string', 'int', 'number', 'boolean', 'object', 'array', 'file', 'date', 'null']

/** Editable table of parameters or fields; its last row is empty, to add one. */
export function RowList(props: {
  /** Describes the rows for screen readers. */
  label: string
  document: EditedDocument
  path: Path
  kind: RowKind
  /** The parameter names in the URL: rows with other names are marked. */
  known?: readonly string[]
  /** What a description says about these rows; without it, they have a type and no limits. */
  fieldsOf?: FieldsOfTable
}) {
  const { label, document: edited, path, kind, known, fieldsOf } = props
  const { source, store } = edited
  const { t } = useTranslation('api-page')
  const typesId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [ids] = useState(() => new RowIds())
  const [isBulk, setBulk] = useState(false)
  const [detailed, setDetailed] = useState<number>()
  const rows = shownRows(source.value, path)
  const keys = ids.fit(rows.length)
  const mark = path.join('.')

  // synchronously, because the next character may be typed before the next frame
  const focusOn = (at: number, cell = 'name') => {
    flushSync(() => undefined)
    const row = list.current?.children[Math.max(0, Math.min(at, list.current.children.length - 1))]
    row?.querySelector<HTMLElement>(`[data-cell=${cell}]`)?.focus()
  }
  const move = (from: number, to: number, cell?: string) => {
    const place = Math.min(to, rows.length - 1)
    if (from >= rows.length || place < 0 || place === from) return
    ids.move(from, place)
    store.change((now) => moveRow(now, path, from, place))
    announce(t('rows.moved', { name: rows[from]?.name ?? '', place: place + 1, count: rows.length }))
    if (cell) focusOn(place, cell)
  }
  const press = useReorder({ list, layout: 'column', onMove: move })
  useFlipAnimation(list, keys.map(String))
  const write = (at: number, field: RowColumn, value: string | boolean) =>
    store.change((now) => setCell(now, path, kind, at, { [field]: value }), `${mark}.${at}.${field}`)
  const remove = (at: number) => {
    ids.remove(at)
    changeWithUndo(
      edited,
      (now) => removeAt(now, path, at),
      () => i18next.t('api-page:rows.removed', { name: rows[at]?.name || i18next.t('api-page:rows.unnamed') }),
    )
    focusOn(at)
  }
  const insert = (at: number, added: readonly NewRow[]) => {
    ids.insert(at, added.length)
    changeWithUndo(
      edited,
      (now) => insertRows(now, path, kind, at, added),
      () => i18next.t('api-page:rows.pasted', { count: added.length }),
    )
    focusOn(at + added.length)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, at: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isManyRows(text)) return
    const added = parseRowText(text, kind)
    if (added.length === 0) return
    event.preventDefault()
    insert(at, added)
  }
  const byKey = (event: KeyboardEvent<HTMLElement>, at: number) => {
    if (event.nativeEvent.isComposing) return
    const cell = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && step) {
      event.preventDefault()
      move(at, at + step, cell)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') {
      event.preventDefault()
      focusOn(at + 1)
    }
  }
  const columns = getColumns(kind)
  const detailedRow = detailed === undefined ? undefined : rows[detailed]
  return (
    <div className={styles.table} data-kind={kind} data-details={fieldsOf ? true : undefined}>
      <div className={styles.head} aria-hidden="true">
        <span />
        <span />
        {columns.map((column) => (
          <span key={column}>{t(`column.${column}`)}</span>
        ))}
        <span />
      </div>
      <ul ref={list} aria-label={label}>
        {[...rows, emptyRow].map((row, at) => (
          <RowItem
            key={keys[at]}
            row={row}
            at={at}
            isNew={at === rows.length}
            columns={columns}
            mark={`${mark}.${at}`}
            typesId={typesId}
            isUnknown={known !== undefined && row.name !== '' && !known.includes(row.name)}
            onWrite={write}
            onRemove={remove}
            onPaste={paste}
            onKeyDown={byKey}
            onPress={press}
            {...(fieldsOf && { onDetails: setDetailed })}
          />
        ))}
      </ul>
      <datalist id={typesId}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <div className={styles.foot}>
        <Button size="s" variant="ghost" icon={<EditIcon />} onClick={() => setBulk(true)}>
          {t('rows.asText')}
        </Button>
        <span className={styles.hint}>{t('rows.hint')}</span>
      </div>
      {isBulk && (
        <BulkDialog
          label={label}
          kind={kind}
          rows={rows}
          onClose={() => setBulk(false)}
          onRows={(next) => store.change((now) => replaceRows(now, path, kind, next))}
        />
      )}
      {detailed !== undefined && detailedRow && fieldsOf && (
        <RowDetails
          row={detailedRow}
          fieldsOf={fieldsOf}
          hasExample={false}
          onClose={() => setDetailed(undefined)}
          onChange={(change) => store.change((now) => setCell(now, path, kind, detailed, change))}
        />
      )}
    </div>
  )
}
