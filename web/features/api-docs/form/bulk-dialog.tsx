import { useState } from 'react'
import type { NewRow, Row } from '#shared/api-doc/api-doc.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { RowKind } from './row-edits.ts'
import { formatRows, getColumns, parseRowText } from './row-text.ts'

/** Dialog to edit all rows of a table as one text. */
export function BulkDialog(props: {
  label: string
  kind: RowKind
  rows: readonly Row[]
  onRows: (rows: readonly NewRow[]) => void
  onClose: () => void
}) {
  const { label, kind, rows, onRows, onClose } = props
  const { t } = useTranslation(['api-page', 'common'])
  const [before] = useState(() => formatRows(rows, kind, t('bulk.required')))
  const [text, setText] = useState(before)
  const count = parseRowText(text, kind).length
  const apply = () => {
    if (text !== before) onRows(parseRowText(text, kind))
    onClose()
  }
  return (
    <Dialog
      open
      size="l"
      title={t('bulk.title', { label })}
      dirty={text !== before}
      onClose={onClose}
      onSubmit={apply}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={count === 0 && rows.length === 0}>
            {t('bulk.apply', { count })}
          </Button>
        </>
      }
    >
      <Field
        label={getColumns(kind)
          .map((column) => t(`column.${column}`))
          .join(' | ')}
        help={t('bulk.help')}
      >
        <Textarea mono rows={14} value={text} onValue={setText} spellCheck={false} wrap="off" />
      </Field>
    </Dialog>
  )
}
