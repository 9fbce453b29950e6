import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react'
import type { Row } from '#shared/api-doc/api-doc.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { WarnIcon } from '#web/ui/icons.ts'
import reordered from '#web/ui/reordered.module.css'
import { DragIcon, LimitsIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import type { RowColumn } from './row-edits.ts'
import styles from './row-list.module.css'

/** An editable row. */
export function RowItem(props: {
  row: Row
  at: number
  /** Whether it does not exist yet: typing creates it. */
  isNew: boolean
  columns: readonly RowColumn[]
  /** Its path in the document. */
  mark: string
  typesId: string
  /** Whether its name is missing from the URL. */
  isUnknown: boolean
  onWrite: (at: number, field: RowColumn, value: string | boolean) => void
  onRemove: (at: number) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>, at: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, at: number) => void
  onPress: (event: PointerEvent<HTMLElement>, at: number) => void
  /** Opens what the row says beyond its columns. */
  onDetails?: (at: number) => void
}) {
  const { row, at, isNew, columns, mark, typesId, isUnknown } = props
  const { t } = useTranslation('api-page')
  const name = row.name || (isNew ? t('rows.newRow') : t('rows.row', { place: at + 1 }))
  const cellOf = (column: RowColumn) => {
    const value = row[column]
    const label = t('rows.cell', { column: t(`column.${column}`), name })
    if (typeof value === 'boolean')
      return (
        <span key={column} className={styles.check} data-column={column}>
          <Checkbox
            label={label}
            hideLabel
            checked={value}
            disabled={isNew}
            onChecked={(checked) => props.onWrite(at, column, checked)}
          />
          <span className={styles.checkWord} aria-hidden="true">
            {t(`column.${column}`)}
          </span>
        </span>
      )
    return (
      <span key={column} className={styles.field} data-column={column}>
        <span className={styles.fieldName} aria-hidden="true">
          {t(`column.${column}`)}
        </span>
        <input
          type="text"
          className={styles.cell}
          data-column={column}
          data-cell={column}
          data-path={`${mark}.${column}`}
          aria-label={label}
          aria-description={column === 'name' ? t('rows.keys') : undefined}
          aria-invalid={(column === 'name' && isUnknown) || undefined}
          title={column === 'name' && isUnknown ? t('rows.notInAddress') : undefined}
          placeholder={isNew && column === 'name' ? t('rows.add') : t(`column.${column}`)}
          list={column === 'type' ? typesId : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={column === 'remark'}
          value={value}
          onChange={(event) => props.onWrite(at, column, event.target.value)}
          onPaste={column === 'name' ? (event) => props.onPaste(event, at) : undefined}
        />
      </span>
    )
  }
  return (
    <li
      className={`${styles.row} ${reordered.row}`}
      data-new={isNew || undefined}
      data-off={row.isOff || undefined}
      onKeyDown={(event) => props.onKeyDown(event, at)}
    >
      <span
        className={styles.handle}
        aria-hidden="true"
        title={t('rows.keys')}
        onPointerDown={(event) => !isNew && props.onPress(event, at)}
      >
        <DragIcon />
      </span>
      <span className={styles.on}>
        <Checkbox
          label={t('rows.on', { name })}
          hideLabel
          checked={!row.isOff && !isNew}
          disabled={isNew}
          onChecked={(checked) => props.onWrite(at, 'isOff', !checked)}
        />
      </span>
      {columns.map(cellOf)}
      {isNew ? (
        <span />
      ) : (
        <span className={styles.actions}>
          {props.onDetails && (
            <IconButton
              size="s"
              className={styles.remove}
              data-set={row.schema ? true : undefined}
              label={t('limits.open', { name })}
              onClick={() => props.onDetails?.(at)}
            >
              <LimitsIcon />
            </IconButton>
          )}
          <IconButton
            size="s"
            className={styles.remove}
            label={t('rows.remove', { name })}
            onClick={() => props.onRemove(at)}
          >
            <TrashIcon />
          </IconButton>
        </span>
      )}
      {isUnknown && (
        <p className={styles.note}>
          <WarnIcon /> {t('rows.notInAddress')}
        </p>
      )}
    </li>
  )
}
