import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorIcon } from '#web/ui/icons.ts'
import { CodeBox, type CodeBoxHandle } from './code-box.tsx'
import styles from './form.module.css'
import { formatJson } from './import-text.ts'
import { checkedJson } from './json-check.ts'

/** Field for a text that is mostly JSON: validated while typing, with buttons to format and describe it. */
export function JsonField(props: {
  label: string
  value: string
  onValue: (value: string) => void
  mark: string
  placeholder?: string
  /** Whether the text must be JSON; otherwise it is only checked when it begins like JSON. */
  isJson: boolean
  /** Creates the table of fields. */
  onDescribe?: () => void
  /** Shown at the end of the row of buttons. */
  end?: ReactNode
}) {
  const { label, value, onValue, mark, placeholder, isJson, onDescribe, end } = props
  const { t } = useTranslation('api-page')
  const faultId = useId()
  const box = useRef<CodeBoxHandle>(null)
  const looksLikeJson = isJson || /^\s*[{[]/.test(value)
  const { fault, isReadable } = checkedJson(value, looksLikeJson)
  return (
    <div className={styles.json}>
      <CodeBox
        label={label}
        value={value}
        onValue={onValue}
        mark={mark}
        {...(placeholder && { placeholder })}
        ref={box}
        isInvalid={fault !== undefined}
        describedBy={fault ? faultId : undefined}
      />
      {fault && (
        <p id={faultId} className={styles.fault} role="status">
          <ErrorIcon />
          <span>{t('json.fault', { line: fault.line, column: fault.column })}</span>
          <Button size="s" variant="ghost" onClick={() => box.current?.goTo(fault.line, fault.column)}>
            {t('json.show')}
          </Button>
        </p>
      )}
      <div className={styles.tools}>
        <Button size="s" disabled={!isReadable} onClick={() => onValue(formatJson(value))}>
          {t('json.beautify')}
        </Button>
        {onDescribe && (
          <Button size="s" disabled={!isReadable} onClick={onDescribe}>
            {t('json.fields')}
          </Button>
        )}
        {end}
      </div>
    </div>
  )
}
