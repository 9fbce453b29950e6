import i18next from 'i18next'
import { type ReactNode, useId, useRef, useState } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorIcon } from '#web/ui/icons.ts'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { CodeBox, type CodeBoxHandle } from './code-box.tsx'
import { changeWithUndo, pathMark, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { describeFields, formatJson, withoutVariables } from './import-text.ts'
import { type Path, syntaxFault } from './json-source-edit.ts'
import type { RowKind } from './row-edits.ts'

/** Editable name of one of several parts, with a button to remove the part. */
export function NamedHeader(props: {
  label: string
  path: Path
  value: string
  remove: string
  onRemove: () => void
  children?: ReactNode
}) {
  const { label, path, value, remove, onRemove, children } = props
  const { store } = useApiEdit()
  return (
    <div className={styles.bar}>
      <span className={styles.short}>
        <TextInput
          size="s"
          aria-label={label}
          placeholder={label}
          data-path={pathMark(path)}
          value={value}
          onValue={(name) => store.put(path, name)}
        />
      </span>
      {children}
      <Button size="s" variant="ghost" icon={<TrashIcon />} onClick={onRemove}>
        {remove}
      </Button>
    </div>
  )
}

/** Field for a Markdown text of the document, with a preview. */
export function MarkdownField(props: {
  label: string
  path: Path
  value: string
  rows: number
  placeholder?: string
  hideLabel?: boolean
}) {
  const { label, path, value, rows, placeholder } = props
  const { t } = useTranslation('api-page')
  const { store, noteCursor } = useApiEdit()
  const [isShown, setShown] = useState(false)
  const note = (area: HTMLTextAreaElement) => noteCursor({ path, from: area.selectionStart, to: area.selectionEnd })
  return (
    <div className={styles.json}>
      {isShown ? (
        <div className={styles.preview}>
          <MarkdownBody text={value} mode="preview" />
        </div>
      ) : (
        <Textarea
          aria-label={label}
          placeholder={placeholder}
          rows={rows}
          value={value}
          data-path={pathMark(path)}
          onValue={(next) => store.put(path, next)}
          onSelect={(event) => note(event.currentTarget)}
          onBlur={(event) => note(event.currentTarget)}
        />
      )}
      {rows > 3 && (
        <div className={styles.tools}>
          <Button
            size="s"
            variant="ghost"
            aria-pressed={isShown}
            disabled={!isShown && value.trim() === ''}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'remark.write' : 'remark.preview')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Field for a text that is mostly JSON: validated while typing, with buttons to format and describe it. */
export function JsonField(props: {
  label: string
  path: Path
  value: string
  placeholder?: string
  /** Whether the text must be JSON; otherwise it is only checked when it begins like JSON. */
  isJson: boolean
  /** The table of its fields. */
  fields?: { path: Path; kind: RowKind }
}) {
  const { label, path, value, placeholder, isJson, fields } = props
  const { t } = useTranslation('api-page')
  const edit = useApiEdit()
  const faultId = useId()
  const box = useRef<CodeBoxHandle>(null)
  const isChecked = value.trim() !== '' && (isJson || /^\s*[{[]/.test(value))
  const fault = isChecked ? syntaxFault(withoutVariables(value)) : undefined
  const isReadable = isChecked && fault === undefined
  const write = (text: string) => edit.store.put(path, text)
  return (
    <div className={styles.json}>
      <CodeBox
        label={label}
        value={value}
        onValue={write}
        mark={pathMark(path)}
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
        <Button size="s" disabled={!isReadable} onClick={() => write(formatJson(value))}>
          {t('json.beautify')}
        </Button>
        {fields && (
          <Button
            size="s"
            disabled={!isReadable}
            onClick={() =>
              changeWithUndo(edit, describeFields(fields.path, fields.kind, value), () =>
                i18next.t('api-page:json.described'),
              )
            }
          >
            {t('json.fields')}
          </Button>
        )}
      </div>
    </div>
  )
}
