import { useState } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { pathMark, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { type Path, setAt } from './json-source-edit.ts'

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
          onValue={(next) => store.change((source) => setAt(source, path, next), pathMark(path))}
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
