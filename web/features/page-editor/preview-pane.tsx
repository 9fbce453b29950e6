import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useState } from 'react'
import { MarkdownBody } from '#web/features/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './panes.module.css'
import { keepOnAtom } from './preferences.ts'
import { isBehindAtom, isPausedAtom, previewPartAtom, showPreviewAtom } from './preview.ts'
import { sourceViewAtom } from './source-atoms.ts'

/** The notice over a preview that rests; it goes once it was answered. */
function PausedNotice({ onOnce }: { onOnce: () => void }) {
  const { t } = useTranslation('page-editor')
  const [, setKeepOn] = useAtom(keepOnAtom)
  const keepOn = () => {
    setKeepOn(true)
    onOnce()
  }
  return (
    <Banner
      tone="info"
      flush
      action={
        <>
          <Button size="s" onClick={onOnce}>
            {t('preview.once')}
          </Button>
          <Button size="s" onClick={keepOn}>
            {t('preview.keepOn')}
          </Button>
        </>
      }
    >
      {t('preview.paused')}
    </Banner>
  )
}

/** What readers will see, beside the source. */
export function PreviewPane({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('page-editor')
  const { text } = useAtomValue(previewPartAtom)
  const isPaused = useAtomValue(isPausedAtom)
  const isBehind = useAtomValue(isBehindAtom)
  const view = useAtomValue(sourceViewAtom)
  const show = useSetAtom(showPreviewAtom)
  const [isAnswered, setAnswered] = useState(false)
  const once = () => {
    setAnswered(true)
    if (view) show(() => view.view.state.doc.toString())
  }
  return (
    <div className={styles.preview}>
      {isPaused && isBehind && !isAnswered && <PausedNotice onOnce={once} />}
      {/* what scrolls must be reachable by keyboard */}
      <section className={styles.scroller} ref={scroller} tabIndex={0} aria-label={t('preview.label')}>
        {text.trim() === '' ? (
          <p className={styles.empty}>{t('preview.empty')}</p>
        ) : (
          <MarkdownBody text={text} mode="preview" className={styles.body ?? ''} />
        )}
      </section>
    </div>
  )
}
