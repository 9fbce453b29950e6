import { useAtomValue, useSetAtom } from 'jotai'
import { type ClipboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { toDelimited } from '#web/lib/csv.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { getSelectedText, insertAtom } from '../helper-atoms.ts'
import styles from '../page-helpers.module.css'
import { SplitPane, TablePreview } from '../split-pane.tsx'
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
  const { t } = useTranslation(['page-helpers', 'common'])
  const surface = useAtomValue(editorHandleAtom)
  const insert = useSetAtom(insertAtom)
  const [first] = useState(() => getSelectedText(surface))
  const [text, setText] = useState(first)
  const [hasHead, setHead] = useState(true)
  const [isMissing, setMissing] = useState(false)
  const shown = useDeferredValue(text)
  const rows = useMemo(() => parsePastedRows(shown), [shown])
  const fault = isTooMany(rows) ? t('table.tooMany') : isMissing ? t('table.missing') : undefined
  const markdown = useMemo(
    () => (rows.length > 0 && !isTooMany(rows) ? rowsToMarkdown(rows, hasHead) : ''),
    [rows, hasHead],
  )
  const submit = () => {
    if (text.trim() === '') return setMissing(true)
    if (!markdown || shown !== text) return
    onClose()
    insert(markdown, first !== '' ? 'selection' : 'cursor')
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const cells = pastedCells(event.clipboardData)
    if (cells === undefined) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    setText(text.slice(0, selectionStart) + cells + text.slice(selectionEnd))
    setMissing(false)
  }
  return (
    <Dialog
      open
      size="l"
      title={t('table.title')}
      note={t('table.note')}
      dirty={text.trim() !== '' && text !== first}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={isTooMany(rows)}>
            {t(first === '' ? 'insert' : 'replace')}
          </Button>
        </>
      }
    >
      <SplitPane
        left={
          <div className={styles.field} data-fill="">
            <Field label={t('table.label')} error={fault}>
              <Textarea
                mono
                value={text}
                onValue={(value) => {
                  setText(value)
                  setMissing(false)
                }}
                onPaste={paste}
                spellCheck={false}
                wrap="off"
                placeholder={t('table.placeholder')}
              />
            </Field>
          </div>
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
    </Dialog>
  )
}
