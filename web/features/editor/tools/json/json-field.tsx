import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { SourceField } from '../helper-dialog.tsx'
import styles from '../page-helpers.module.css'
import { errorLine, type JsonError, jsonErrorText } from './json-error.ts'

/** A JSON field. Where the text cannot be parsed, its line is shown with the position marked. */
export function JsonField(props: {
  label: string
  value: string
  onValue: (value: string) => void
  fault: JsonError | undefined
  /** Another error: nothing was pasted. */
  error?: string | false | undefined
}) {
  const { label, value, onValue, fault, error } = props
  const { t } = useTranslation('page-helpers')
  const box = useRef<HTMLTextAreaElement>(null)
  const goTo = ({ offset, length }: JsonError) => {
    box.current?.focus()
    box.current?.setSelectionRange(offset, offset + Math.max(1, length))
  }
  const [before, at, after] = fault ? errorLine(value, fault) : ['', '', '']
  return (
    <>
      <SourceField
        label={label}
        error={fault ? jsonErrorText(fault) : error}
        ref={box}
        value={value}
        onValue={onValue}
        placeholder={'{ "id": 1, "name": "…" }'}
      />
      {fault && (
        <div className={styles.row}>
          <code className={`${styles.place} ${styles.grow}`}>
            {before}
            <mark>{at || ' '}</mark>
            {after}
          </code>
          <Button size="s" onClick={() => goTo(fault)}>
            {t('json.goTo')}
          </Button>
        </div>
      )}
    </>
  )
}
