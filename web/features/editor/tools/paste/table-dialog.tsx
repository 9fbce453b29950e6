import { type ClipboardEvent, useMemo, useState } from 'react'
import { toDelimited } from '#shared/spreadsheet/csv.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConvertDialog, SourceField, TablePreview, useSourceText } from '../helper-dialog.tsx'
import styles from '../page-helpers.module.css'
import { readTableRows } from './html-table.ts'
import { cleanNodes } from './paste-for.ts'
import { isTooMany, parseRows, rowsToMarkdown, trimRows } from './table-text.ts'

const firstTable = (html: string): string[][] => {
  const table = cleanNodes(html).querySelector('table')
  return table ? trimRows(readTableRows(table)) : []
}

/** Returns the table of a clipboard as tab-separated text; undefined when its HTML contains none. */
function pastedCells(clipboard: DataTransfer): string | undefined {
  const html = clipboard.getData('text/html')
  if (!/<table[\s>]/i.test(html)) return undefined
  const rows = firstTable(html)
  return rows.length > 0 ? toDelimited(rows, '\t') : undefined
}

/** Returns the cells of a text: HTML source with a table, or text separated by tabs, commas, semicolons or bars. */
function parsePastedRows(text: string): string[][] {
  return /^\s*<[^>]*>[\s\S]*<table[\s>]|^\s*<table[\s>]/i.test(text) ? firstTable(text) : parseRows(text)
}

/** Creates a table from copied cells: from a spreadsheet, a CSV file, a web page. */
export function TableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const source = useSourceText()
  const { text, shown, isMissing, onValue } = source
  const [hasHead, setHead] = useState(true)
  const rows = useMemo(() => parsePastedRows(shown), [shown])
  const markdown = useMemo(
    () => (rows.length > 0 && !isTooMany(rows) ? rowsToMarkdown(rows, hasHead) : ''),
    [rows, hasHead],
  )
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const cells = pastedCells(event.clipboardData)
    if (cells === undefined) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    onValue(text.slice(0, selectionStart) + cells + text.slice(selectionEnd))
  }
  return (
    <ConvertDialog
      title={t('table.title')}
      note={t('table.note')}
      source={source}
      markdown={shown === text ? markdown : ''}
      disabled={isTooMany(rows)}
      onClose={onClose}
      left={
        <SourceField
          label={t('table.label')}
          error={isTooMany(rows) ? t('table.tooMany') : isMissing && t('table.missing')}
          value={text}
          onValue={onValue}
          onPaste={paste}
          wrap="off"
          placeholder={t('table.placeholder')}
        />
      }
      right={
        <>
          <TablePreview markdown={markdown} empty={t('table.empty')} />
          <div className={styles.options}>
            <Checkbox label={t('table.head')} checked={hasHead} onChecked={setHead} />
            {rows.length > 0 && (
              <span className={styles.hint} role="status">
                {t('table.size', {
                  count: rows.length * (rows[0]?.length ?? 0),
                  rows: rows.length,
                  columns: rows[0]?.length ?? 0,
                })}
              </span>
            )}
          </div>
        </>
      }
    />
  )
}
