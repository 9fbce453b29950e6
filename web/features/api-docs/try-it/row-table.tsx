import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './call.module.css'
import { type DraftRow, newRow } from './draft.ts'
import { FileChoice } from './file-choice.tsx'
import { VariableInput } from './variable-input.tsx'
import type { Variables } from './variables.ts'

/** Inserts break opportunities after the separators of a name. */
const insertWbr = (name: string): ReactNode =>
  name.split(/(?<=[_./-])(?=.)/).map((part, at) => (
    <Fragment key={`${at}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** Table of names and values; each row can be switched on and off. */
export function RowTable(props: {
  label: string
  rows: readonly DraftRow[]
  onRows: (rows: DraftRow[]) => void
  place: Variables
  /** Whether names are fixed and rows cannot be added. */
  isFixed?: boolean
  /** Whether a value may be a file. */
  hasFiles?: boolean
}) {
  const { label, rows, onRows, place, isFixed, hasFiles } = props
  const { t } = useTranslation('api-call')
  const put = (id: number, change: Partial<DraftRow>) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  const name = (row: DraftRow) => row.name || t('row.new')
  return (
    <div className={styles.rows} role="group" aria-label={label}>
      {rows.map((row) => (
        <div key={row.id} className={styles.row} data-off={!row.isOn || undefined} data-fixed={isFixed || undefined}>
          {!isFixed && (
            <input
              type="checkbox"
              className={styles.check}
              aria-label={t('row.use', { name: name(row) })}
              checked={row.isOn}
              onChange={(event) => put(row.id, { isOn: event.target.checked })}
            />
          )}
          {isFixed ? (
            <span className={styles.name}>{insertWbr(row.name)}</span>
          ) : (
            <TextInput
              size="s"
              mono
              aria-label={t('row.name')}
              placeholder={t('row.name')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={row.name}
              onValue={(next) => put(row.id, { name: next })}
            />
          )}
          {hasFiles && row.isFile ? (
            <FileChoice
              file={row.file}
              label={t('row.file', { name: name(row) })}
              onFile={(file) => put(row.id, { file })}
            />
          ) : (
            <VariableInput
              label={t('row.value', { name: name(row) })}
              placeholder={row.remark || t('row.valueHint')}
              value={row.value}
              place={place}
              onValue={(value) => put(row.id, { value })}
            />
          )}
          {!isFixed && (
            <IconButton
              size="s"
              label={t('row.remove', { name: name(row) })}
              onClick={() => onRows(rows.filter((one) => one.id !== row.id))}
            >
              <CloseIcon />
            </IconButton>
          )}
        </div>
      ))}
      {!isFixed && (
        <div className={styles.add}>
          <Button size="s" variant="ghost" icon={<AddIcon />} onClick={() => onRows([...rows, newRow()])}>
            {t('row.add')}
          </Button>
          {hasFiles && (
            <Button
              size="s"
              variant="ghost"
              icon={<AddIcon />}
              onClick={() => onRows([...rows, newRow({ isFile: true })])}
            >
              {t('row.addFile')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
