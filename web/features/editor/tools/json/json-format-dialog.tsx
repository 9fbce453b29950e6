import { useSetAtom } from 'jotai'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { insertAtom } from '../helper-atoms.ts'
import styles from '../page-helpers.module.css'
import { HelperPreview, SplitPane } from '../split-pane.tsx'
import { JsonField } from './json-field.tsx'
import { formatJson, type JsonLayout } from './json-format.ts'

const layouts = ['2', '4', 'compact'] as const
const layoutOf = (value: (typeof layouts)[number]): JsonLayout => (value === 'compact' ? value : value === '2' ? 2 : 4)

/** The longest JSON that a preview shows, in characters. */
const shownMost = 20_000

/** Formats JSON and inserts it into the text as a code block. */
export function JsonFormatDialog({ layout: first, onClose }: { layout: 2 | 'compact'; onClose: () => void }) {
  const { t } = useTranslation(['page-helpers', 'common'])
  const insert = useSetAtom(insertAtom)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [layout, setLayout] = useState<(typeof layouts)[number]>(first === 2 ? '2' : 'compact')
  const shown = useDeferredValue(text)
  const made = useMemo(() => (shown.trim() === '' ? undefined : formatJson(shown, layoutOf(layout))), [shown, layout])
  const fault = made && 'fault' in made ? made.fault : undefined
  const json = made && 'text' in made ? made.text : ''
  const submit = () => {
    if (text.trim() === '') return setMissing(true)
    if (!json || shown !== text) return
    onClose()
    insert(`\`\`\`json\n${json}\n\`\`\``)
  }
  return (
    <Dialog
      open
      size="l"
      title={t('jsonFormat.title')}
      note={t('jsonFormat.note')}
      dirty={text.trim() !== ''}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={fault !== undefined}>
            {t('insert')}
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
            <HelperPreview
              markdown={json && `\`\`\`json\n${json.slice(0, shownMost)}\n\`\`\``}
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
    </Dialog>
  )
}
