import { useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Select } from '#web/ui/select.tsx'
import { ConvertDialog, HelperPreview, useSourceText } from '../helper-dialog.tsx'
import styles from '../page-helpers.module.css'
import { JsonField } from './json-field.tsx'
import { formatJson, type JsonLayout } from './json-format.ts'

const layouts = ['2', '4', 'compact'] as const
const layoutOf = (value: (typeof layouts)[number]): JsonLayout => (value === 'compact' ? value : value === '2' ? 2 : 4)

/** The longest JSON that a preview shows, in characters. */
const shownMost = 20_000

const codeBlock = (json: string) => json && `\`\`\`json\n${json}\n\`\`\``

/** Formats JSON and inserts it into the text as a code block. */
export function JsonFormatDialog({ layout: first, onClose }: { layout: 2 | 'compact'; onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const source = useSourceText('')
  const { text, shown } = source
  const [layout, setLayout] = useState<(typeof layouts)[number]>(first === 2 ? '2' : 'compact')
  const made = useMemo(() => (shown.trim() === '' ? undefined : formatJson(shown, layoutOf(layout))), [shown, layout])
  const fault = made && 'fault' in made ? made.fault : undefined
  const json = made && 'text' in made ? made.text : ''
  return (
    <ConvertDialog
      title={t('jsonFormat.title')}
      note={t('jsonFormat.note')}
      source={source}
      markdown={shown === text ? codeBlock(json) : ''}
      disabled={fault !== undefined}
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
          <HelperPreview
            markdown={codeBlock(json.slice(0, shownMost))}
            empty={t(fault ? 'preview.fault' : 'jsonFormat.empty')}
          />
          <div className={styles.options}>
            <Select
              size="s"
              aria-label={t('jsonFormat.layout.label')}
              options={layouts.map((value) => ({ value, label: t(`jsonFormat.layout.by${value}`) }))}
              value={layout}
              onValue={setLayout}
            />
          </div>
        </>
      }
    />
  )
}
