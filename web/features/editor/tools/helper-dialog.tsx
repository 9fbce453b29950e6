import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, type ReactNode, useDeferredValue, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { getSelectedText, insertAtom } from './helper-atoms.ts'
import { tableStart } from './markdown-table.ts'
import styles from './page-helpers.module.css'

/** Shows input and output side by side; one below the other where there is little room. */
export function SplitPane({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={styles.panes}>
      <div className={styles.pane}>{left}</div>
      <div className={styles.pane}>{right}</div>
    </div>
  )
}

/** Previews the output as readers will see it in the page. */
export function HelperPreview({ markdown, empty, busy }: { markdown: string; empty: string; busy?: boolean }) {
  const { t } = useTranslation('page-helpers')
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('preview.label')}</span>
      {/* scrollable content must be reachable by keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={t('preview.label')} aria-busy={busy || undefined}>
        {markdown ? <MarkdownBody text={markdown} mode="preview" /> : <p className={styles.hint}>{empty}</p>}
      </section>
    </div>
  )
}

/** The preview of one Markdown table: its first rows, and the number of rows. */
export function TablePreview({ markdown, empty }: { markdown: string; empty: string }) {
  const { t } = useTranslation('page-helpers')
  const start = tableStart(markdown)
  return (
    <>
      <HelperPreview markdown={start.markdown} empty={empty} />
      {markdown !== start.markdown && (
        <p className={styles.hint}>
          {t('preview.rows', { count: start.rows, shown: start.markdown.split('\n').length - 2 })}
        </p>
      )}
    </>
  )
}

/** Field for a source text; it fills its side of the dialog. */
export function SourceField(
  props: ComponentProps<typeof Textarea> & { label: string; error?: string | false | undefined },
) {
  const { label, error, ...others } = props
  return (
    <div className={styles.field} data-fill="">
      <Field label={label} error={error}>
        <Textarea mono spellCheck={false} {...others} />
      </Field>
    </div>
  )
}

/** Returns the text that a helper converts, `first` at the beginning, or the selection of the page. */
export function useSourceText(first?: string) {
  const surface = useAtomValue(editorHandleAtom)
  const [before] = useState(() => first ?? getSelectedText(surface))
  const [text, setText] = useState(before)
  const [isMissing, setMissing] = useState(false)
  const onValue = (value: string) => {
    setText(value)
    setMissing(false)
  }
  return {
    before,
    text,
    onValue,
    /** The text that is converted: not the newest while that takes long. */
    shown: useDeferredValue(text),
    /** Whether nothing was to be inserted. */
    isMissing,
    setMissing,
  }
}

/** Dialog that converts a text and inserts the result in place of the selection, or at the cursor. */
export function ConvertDialog(props: {
  title: string
  note?: string
  source: ReturnType<typeof useSourceText>
  /** The result; empty for none yet. */
  markdown: string
  busy?: boolean
  disabled: boolean
  left: ReactNode
  right: ReactNode
  onClose: () => void
}) {
  const { title, note, source, markdown, busy = false, disabled, left, right, onClose } = props
  const { before, text, setMissing } = source
  const { t } = useTranslation(['page-helpers', 'common'])
  const insert = useSetAtom(insertAtom)
  const submit = () => {
    if (text.trim() === '') return setMissing(true)
    if (!markdown) return
    onClose()
    insert(markdown, before === '' ? 'cursor' : 'selection')
  }
  return (
    <Dialog
      open
      size="l"
      title={title}
      {...(note && { note })}
      dirty={text.trim() !== '' && text !== before}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
            {t(before === '' ? 'insert' : 'replace')}
          </Button>
        </>
      }
    >
      <SplitPane left={left} right={right} />
    </Dialog>
  )
}
