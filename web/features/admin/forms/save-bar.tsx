import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './forms.module.css'
import type { SettingForm } from './setting-form.ts'

/** Sticky bar with the number of unsaved changes and buttons to save or discard them. Ctrl+S saves. */
export function SaveBar(props: {
  form: SettingForm
  onSaved?: () => void
  /** Navigates to the invalid field when it is not shown. */
  onProblem?: (name: string) => void
}) {
  const { form, onSaved, onProblem } = props
  const { t } = useTranslation('admin')
  const typed = useAtomValue(form.typedAtom)
  const problem = useAtomValue(form.problemAtom)
  const save = useSetAtom(form.saveAtom)
  const discard = useSetAtom(form.discardAtom)
  const [busy, setBusy] = useState(false)
  const count = Object.keys(typed).length
  useEffect(() => {
    if (!problem) return
    if (problem.name) onProblem?.(problem.name)
    // the field is rendered by the next frame, even if it was on another tab
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus())
  }, [problem, onProblem])
  const run = useCallback(async () => {
    setBusy(true)
    const isSaved = await save()
    setBusy(false)
    if (!isSaved) return
    toast.ok(localized(() => i18next.t('admin:form.saved')))
    onSaved?.()
  }, [save, onSaved])
  useLayoutEffect(() => {
    if (count === 0 || busy) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [count, busy, run])
  if (count === 0) return null
  return (
    <div className={styles.bar} data-foot="" role="region" aria-label={t('form.changes', { count })}>
      <span className={styles.count} role="status">
        {t('form.changes', { count })}
      </span>
      {problem && !problem.name && (
        <span className={styles.problem} role="alert">
          <ErrorIcon />
          {problem.why?.text}
        </span>
      )}
      <Button onClick={() => discard()} disabled={busy}>
        {t('form.discard')}
      </Button>
      <Button variant="primary" busy={busy} onClick={() => void run()}>
        {t('save')}
      </Button>
    </div>
  )
}

/** Label of a tab, with a dot and a text for screen readers when the tab has unsaved changes. */
export function UnsavedMark({ isUnsaved, children }: { isUnsaved: boolean; children: ReactNode }) {
  const { t } = useTranslation('admin')
  return (
    <span className={styles.mark} data-unsaved={isUnsaved || undefined}>
      {children}
      {isUnsaved && <span className="visually-hidden">{t('unsaved')}</span>}
    </span>
  )
}
