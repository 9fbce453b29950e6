import { useState } from 'react'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon, ExportIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { CallResponse } from './atoms.ts'
import styles from './call.module.css'
import { getBodyBytes, getFileName } from './content.ts'
import { ResponseBody } from './response-body.tsx'
import type { ChosenSendMode } from './send-mode.ts'
import { SendModeNote } from './send-mode-note.tsx'
import type { TryItProps } from './try-it-props.ts'

const ExampleDialog = lazyComponent(async () => (await import('./example-dialog.tsx')).ExampleDialog)

const toneOf = (status: number) => (status < 300 ? 'ok' : status < 400 ? 'info' : status < 500 ? 'warn' : 'danger')

/** The response: status, time, size, headers, body. */
export function ResponseView(
  props: TryItProps & { answer: CallResponse; method: string; host?: string; taken?: ChosenSendMode },
) {
  const { answer, canEdit, taken, host = '' } = props
  const { t } = useTranslation('api-call')
  const [tab, setTab] = useState<'content' | 'headers'>('content')
  const [copied, copy] = useCopy()
  const [isExample, setExample] = useState(false)
  const { status, status_text, time_ms, size_bytes } = answer
  const hasText = !answer.is_base64 && answer.content !== ''
  return (
    <section className={styles.answer} aria-label={t('answer')}>
      <div className={styles.facts} role="status">
        <Badge tone={toneOf(status)}>{`${status} ${status_text}`.trim()}</Badge>
        <span>{t('ms', { ms: formatCount(time_ms) })}</span>
        <span>{fileSize(size_bytes)}</span>
        <span className={styles.tools}>
          {hasText && (
            <IconButton size="s" label={t(copied ? 'copied' : 'answerCopy')} onClick={() => void copy(answer.content)}>
              {copied ? <CheckIcon /> : <CopyIcon />}
            </IconButton>
          )}
          <IconButton
            size="s"
            label={t('answerSave')}
            onClick={() => saveFile(new Blob([getBodyBytes(answer)]), getFileName(answer))}
          >
            <ExportIcon />
          </IconButton>
          {canEdit && hasText && (
            <Button size="s" onClick={() => setExample(true)}>
              {t('example.save')}
            </Button>
          )}
        </span>
      </div>
      {taken && <SendModeNote {...taken} host={host} />}
      {answer.redirects.length > 0 && (
        <p className={styles.resolved}>{t('redirected', { url: answer.url, count: answer.redirects.length })}</p>
      )}
      {answer.is_truncated && <p className={styles.note}>{t('truncated')}</p>}
      <Tabs
        label={t('answer')}
        tabs={[
          { id: 'content', label: t('answerTab.body') },
          { id: 'headers', label: t('answerTab.headers'), count: answer.headers.length },
        ]}
        value={tab}
        onValue={setTab}
      >
        {tab === 'content' ? (
          <ResponseBody answer={answer} />
        ) : (
          <dl className={styles.headers}>
            {answer.headers.map(({ name, value }, at) => (
              <div key={`${at} ${name}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Tabs>
      <LazyBoundary>
        {isExample && <ExampleDialog {...props} answer={answer} onClose={() => setExample(false)} />}
      </LazyBoundary>
    </section>
  )
}
