import { useMemo } from 'react'
import { readBook } from '#shared/spreadsheet/form.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type CellChange, diffBooks } from '#web/lib/spreadsheet/diff.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OkIcon, SheetItemIcon } from '#web/ui/icons.ts'
import styles from './book-diff.module.css'

/** Beyond this number only a count is shown: so many changes read as "another table". */
const mostRows = 500

const tones = { added: 'ok', removed: 'danger', changed: 'info', look: 'neutral' } as const

function Change({ change }: { change: CellChange }) {
  const { t } = useTranslation('sheet-table')
  const { sheet, address, kind, before, after } = change
  return (
    <tr>
      <th scope="row">
        {sheet} · {address}
      </th>
      <td>
        <Badge tone={tones[kind]}>{t(`diff.${kind}`)}</Badge>
      </td>
      <td data-was={kind === 'changed' || kind === 'removed' || undefined}>{before || t('diff.blank')}</td>
      <td data-is={kind === 'changed' || kind === 'added' || undefined}>{after || t('diff.blank')}</td>
    </tr>
  )
}

/** Shows the differences between two spreadsheets, cell by cell. */
export function BookDiffTable({ old, next }: { old: string; next: string }) {
  const { t } = useTranslation('sheet-table')
  const diff = useMemo(() => {
    const [older, newer] = [readBook(old), readBook(next)]
    return older.kind === 'book' && newer.kind === 'book' ? diffBooks(older.sheets, newer.sheets) : undefined
  }, [old, next])
  if (!diff) return <EmptyState icon={<SheetItemIcon data-size="32" />} text={t('diff.unreadable')} />
  const { cells, addedSheets, removedSheets, layouts } = diff
  if (cells.length + addedSheets.length + removedSheets.length + layouts.length === 0)
    return <EmptyState icon={<OkIcon data-size="32" />} text={t('diff.same')} />
  const count = (kind: CellChange['kind']) => formatCount(cells.filter((one) => one.kind === kind).length)
  return (
    <div className={styles.diff}>
      <p className={styles.note}>
        {t('diff.counts', { added: count('added'), removed: count('removed'), changed: count('changed') })}
      </p>
      {addedSheets.map((name) => (
        <p key={name}>{t('diff.addedSheet', { name })}</p>
      ))}
      {removedSheets.map((name) => (
        <p key={name}>{t('diff.removedSheet', { name })}</p>
      ))}
      {layouts.length > 0 && <p>{t('diff.layout', { names: layouts.join(', ') })}</p>}
      {cells.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('diff.cell')}</th>
              <td />
              <th scope="col">{t('diff.before')}</th>
              <th scope="col">{t('diff.after')}</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, mostRows).map((change) => (
              <Change key={`${change.sheet}\n${change.kind}\n${change.address}`} change={change} />
            ))}
          </tbody>
        </table>
      )}
      {cells.length > mostRows && (
        <p className={styles.note}>{t('diff.more', { number: formatCount(cells.length - mostRows) })}</p>
      )}
    </div>
  )
}
