import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from './announcements.module.css'
import { type Chosen, type MarkUp, markUp } from './mark-up.ts'

const buttons: readonly MarkUp[] = ['bold', 'italic', 'heading', 'list', 'link']

/** Text field for an announcement, with buttons for the few tags that are allowed. */
export function AnnouncementField(props: {
  value: string
  onValue: (text: string) => void
  error: string | undefined
}) {
  const { value, onValue, error } = props
  const { t } = useTranslation('admin')
  const box = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<Chosen>(undefined)
  useLayoutEffect(() => {
    const { current } = wanted
    if (!current || current.text !== value) return
    wanted.current = undefined
    box.current?.focus()
    box.current?.setSelectionRange(current.start, current.end)
  }, [value])
  const apply = (how: MarkUp) => {
    const { selectionStart = value.length, selectionEnd = value.length } = box.current ?? {}
    wanted.current = markUp({ text: value, start: selectionStart, end: selectionEnd }, how)
    onValue(wanted.current.text)
  }
  return (
    <Field label={t('announce.text')} help={t('announce.textHelp')} error={error}>
      <div className={styles.tools} role="group" aria-label={t('announce.tools')}>
        {buttons.map((how) => (
          <Button key={how} size="s" onClick={() => apply(how)}>
            {t(`announce.mark.${how}`)}
          </Button>
        ))}
      </div>
      <Textarea ref={box} rows={9} maxLength={20_000} value={value} onValue={onValue} dir="auto" />
    </Field>
  )
}
