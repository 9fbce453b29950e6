import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { ApiHeader } from './api-header.tsx'
import { pathMark, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { MarkdownField } from './markdown-field.tsx'
import { MessagesPart } from './messages-part.tsx'
import { RequestTabs } from './request-tabs.tsx'
import { ResponsesPart } from './responses-part.tsx'
import { SocketPart } from './socket-part.tsx'

/** Finds the control that edits a path, or the longest prefix of it that has one. */
function controlAt(form: HTMLElement, path: readonly (string | number)[]): HTMLElement | null {
  for (let depth = path.length; depth > 0; depth--) {
    const mark = pathMark(path.slice(0, depth))
    const found =
      form.querySelector<HTMLElement>(`[data-path="${mark}"]`) ??
      form.querySelector<HTMLElement>(`[data-path^="${mark}."]`)
    if (found) return found
  }
  return null
}

/** Form for an API page: request, responses, and remarks. */
export function ApiForm() {
  const { t } = useTranslation('api-page')
  const { source, aim } = useApiEdit()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!aim || !form.current) return
    const control = controlAt(form.current, aim.path)
    control?.focus()
    control?.scrollIntoView({ block: 'center' })
  }, [aim])
  const { doc } = source
  return (
    <div ref={form} className={styles.form}>
      <ApiHeader />
      <section className={styles.block} aria-label={t('request.label')}>
        <h2 className={styles.heading}>{t('request.label')}</h2>
        <RequestTabs />
      </section>
      {doc.type === 'websocket' && (
        <>
          <SocketPart />
          <MessagesPart />
        </>
      )}
      <ResponsesPart />
      <section className={styles.block} aria-label={t('remark.label')}>
        <h2 className={styles.heading}>{t('remark.label')}</h2>
        <MarkdownField label={t('remark.label')} path={['info', 'remark']} value={doc.remark} rows={6} hideLabel />
      </section>
      {doc.hiddenParts.length > 0 && <p className={styles.kept}>{t('kept', { names: doc.hiddenParts.join(', ') })}</p>}
    </div>
  )
}
