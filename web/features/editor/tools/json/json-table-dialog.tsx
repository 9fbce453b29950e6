import { useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { ConvertDialog, TablePreview, useSourceText } from '../helper-dialog.tsx'
import styles from '../page-helpers.module.css'
import { JsonField } from './json-field.tsx'
import { readJson } from './json-fields.ts'
import { type JsonTableLabels, type JsonTableOptions, jsonTable } from './json-table.ts'

/** Returns the labels of a table of fields. */
function useTableLabels(): JsonTableLabels {
  const { t } = useTranslation('page-helpers')
  return useMemo(
    () => ({
      field: t('jsonTable.column.field'),
      type: t('jsonTable.column.type'),
      required: t('jsonTable.column.required'),
      example: t('jsonTable.column.example'),
      explanation: t('jsonTable.column.explanation'),
      yes: t('yes'),
      no: t('no'),
      root: t('jsonTable.column.root'),
    }),
    [t],
  )
}

/** Creates a table of the fields of a JSON text. */
export function JsonTableDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const source = useSourceText()
  const { text, shown } = source
  const [options, setOptions] = useState<JsonTableOptions>({ nesting: 'dash', hasExamples: false })
  const words = useTableLabels()
  const read = useMemo(() => (shown.trim() === '' ? undefined : readJson(shown)), [shown])
  const fields = read && 'fields' in read ? read.fields : undefined
  const fault = read && 'fault' in read ? read.fault : undefined
  const markdown = useMemo(() => (fields ? jsonTable(fields, words, options) : ''), [fields, words, options])
  return (
    <ConvertDialog
      title={t('jsonTable.title')}
      source={source}
      markdown={shown === text ? markdown : ''}
      disabled={fault !== undefined || (read !== undefined && markdown === '')}
      onClose={onClose}
      left={
        <JsonField
          label={t('jsonTable.json')}
          value={text}
          onValue={source.onValue}
          fault={shown === text ? fault : undefined}
          error={source.isMissing && t('json.missing')}
        />
      }
      right={
        <>
          <TablePreview markdown={markdown} empty={t(fault ? 'preview.fault' : 'jsonTable.empty')} />
          <div className={styles.options}>
            <Select
              size="s"
              aria-label={t('jsonTable.nesting.label')}
              options={[
                { value: 'dash', label: t('jsonTable.nesting.dash') },
                { value: 'path', label: t('jsonTable.nesting.path') },
              ]}
              value={options.nesting}
              onValue={(nesting) => setOptions({ ...options, nesting })}
            />
            <Checkbox
              label={t('jsonTable.examples')}
              checked={options.hasExamples}
              onChecked={(hasExamples) => setOptions({ ...options, hasExamples })}
            />
          </div>
        </>
      }
    />
  )
}
