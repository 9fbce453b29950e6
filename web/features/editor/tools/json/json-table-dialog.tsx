import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useMemo, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { getSelectedText, insertAtom } from '../helper-atoms.ts'
import styles from '../page-helpers.module.css'
import { SplitPane, TablePreview } from '../split-pane.tsx'
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
  const { t } = useTranslation(['page-helpers', 'common'])
  const surface = useAtomValue(editorHandleAtom)
  const insert = useSetAtom(insertAtom)
  const [first] = useState(() => getSelectedText(surface))
  const [text, setText] = useState(first)
  const [isMissing, setMissing] = useState(false)
  const [options, setOptions] = useState<JsonTableOptions>({ nesting: 'dash', hasExamples: false })
  const words = useTableLabels()
  const shown = useDeferredValue(text)
  const read = useMemo(() => (shown.trim() === '' ? undefined : readJson(shown)), [shown])
  const fields = read && 'fields' in read ? read.fields : undefined
  const fault = read && 'fault' in read ? read.fault : undefined
  const markdown = useMemo(() => (fields ? jsonTable(fields, words, options) : ''), [fields, words, options])
  const submit = () => {
    if (text.trim() === '') return setMissing(true)
    if (!markdown || shown !== text) return
    onClose()
    insert(markdown, first !== '' ? 'selection' : 'cursor')
  }
  return (
    <Dialog
      open
      size="l"
      title={t('jsonTable.title')}
      dirty={text.trim() !== '' && text !== first}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={fault !== undefined || (read !== undefined && markdown === '')}
          >
            {t(first === '' ? 'insert' : 'replace')}
          </Button>
        </>
      }
    >
      <SplitPane
        left={
          <JsonField
            label={t('jsonTable.json')}
            value={text}
            onValue={(value) => {
              setText(value)
              setMissing(false)
            }}
            fault={shown === text ? fault : undefined}
            error={isMissing ? t('json.missing') : undefined}
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
    </Dialog>
  )
}
