import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { getErrorMessage, isApiError } from '#web/lib/api.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import { insertAtom } from '../helper-atoms.ts'
import styles from '../page-helpers.module.css'
import { aiAtom } from './ai-atoms.ts'

/** Shows the AI's text as it streams in, and the actions on it. */
export function AiResponse(props: { hasSelection: boolean; onAgain: () => void; onClose: () => void }) {
  const { hasSelection, onAgain, onClose } = props
  const { t } = useTranslation('page-helpers')
  const { text, isBusy, isStopped, error } = useAtomValue(aiAtom)
  const insert = useSetAtom(insertAtom)
  const shown = useDeferredValue(text)
  const take = (where: 'cursor' | 'selection') => {
    onClose()
    insert(text, where)
  }
  const copy = async () => {
    if (await copyText(text)) toast.ok(localized(() => i18next.t('page-helpers:ai.copied')))
    else toast.error(localized(() => i18next.t('page-helpers:ai.notCopied')))
  }
  const isDone = text !== '' && error === undefined
  const state = isBusy ? t(text ? 'ai.writing' : 'ai.waiting') : isStopped ? t('ai.stopped') : isDone && t('ai.done')
  return (
    <>
      {error !== undefined && (
        <Banner
          tone="danger"
          action={
            <Button size="s" onClick={onAgain}>
              {t('ai.again')}
            </Button>
          }
        >
          {isApiError(error, 'offline') && text ? t('ai.cutOff') : getErrorMessage(error)}
        </Banner>
      )}
      <p className={styles.row} role="status">
        {isBusy && <Spinner />}
        <span className={styles.hint}>{state}</span>
      </p>
      {text !== '' && (
        // scrollable content must be reachable by keyboard
        <section className={styles.written} tabIndex={0} aria-label={t('ai.answer')} aria-busy={isBusy}>
          <MarkdownBody text={shown} mode="preview" />
        </section>
      )}
      {text !== '' && !isBusy && (
        <div className={styles.row}>
          {hasSelection && (
            <Button variant="primary" onClick={() => take('selection')}>
              {t('ai.replace')}
            </Button>
          )}
          <Button variant={hasSelection ? 'default' : 'primary'} onClick={() => take('cursor')}>
            {t(hasSelection ? 'ai.insertBehind' : 'ai.insert')}
          </Button>
          <Button onClick={() => void copy()}>{t('ai.copy')}</Button>
          <Button variant="ghost" onClick={onAgain}>
            {t('ai.again')}
          </Button>
        </div>
      )}
    </>
  )
}
