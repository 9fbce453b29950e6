import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { SendIcon } from '#web/ui/screen-icons.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { addCommentAtom } from './atoms.ts'
import { maxCommentLength } from './comments.ts'
import { type DraftKey, getDraft, saveDraft } from './drafts.ts'
import styles from './page-comment.module.css'

// From this length on the remaining number of characters is shown.
const nearlyFull = maxCommentLength - 100

const isSend = (event: KeyboardEvent) =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing

/** The form for a comment or a reply. The typed text stays until it is sent, also when the page is closed. */
export function CommentBox(props: {
  place: DraftKey
  label: string
  action: string
  /** Whether it takes the focus as soon as it is rendered. */
  takesFocus: boolean
  /** Called after it was sent. */
  onSent?: () => void
  /** Closes an optional box. */
  onCancel?: () => void
}) {
  const { place, label, action, takesFocus, onSent, onCancel } = props
  const { t } = useTranslation('page-comment')
  const sent = useMountedCallback(onSent)
  const add = useSetAtom(addCommentAtom)
  const [text, setText] = useState(() => getDraft(place))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LocalizedText>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    // after the dialog around it has taken the focus
    const timer = window.setTimeout(() => form.current?.querySelector('textarea')?.focus())
    return () => window.clearTimeout(timer)
  }, [takesFocus])
  useEffect(
    () =>
      registerUnsaved(`comment ${place.parent_id}`, () => (text.trim() === '' ? undefined : { title: label, text })),
    [place.parent_id, label, text],
  )
  const change = (next: string) => {
    setText(next)
    setProblem(undefined)
    saveDraft(place, next)
  }
  const send = async () => {
    if (busy || text.trim() === '') return form.current?.querySelector('textarea')?.focus()
    setBusy(true)
    setProblem(undefined)
    try {
      await add(place.page_id, text, place.parent_id)
      change('')
      announce(t('sent'))
      sent()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSend(event)) return
    event.preventDefault()
    void send()
  }
  const left = maxCommentLength - text.length
  return (
    <form
      ref={form}
      className={styles.box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field
        label={label}
        error={problem?.text}
        aside={text.length >= nearlyFull && <span role="status">{t('left', { count: left })}</span>}
      >
        <Textarea
          rows={3}
          maxLength={maxCommentLength}
          readOnly={busy}
          value={text}
          onValue={change}
          onKeyDown={onKeyDown}
          dir="auto"
        />
      </Field>
      <div className={styles.send}>
        <span className={styles.keys}>
          <Kbd keys="mod+enter" />
        </span>
        {onCancel && (
          <Button size="s" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" size="s" variant="primary" icon={<SendIcon />} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
