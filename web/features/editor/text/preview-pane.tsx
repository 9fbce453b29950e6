import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, type RefObject, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { lineAtOffset, MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './panes.module.css'
import { alwaysPreviewAtom } from './preferences.ts'
import { isBehindAtom, isPausedAtom, previewAtom, showPreviewAtom } from './preview.ts'

/** The notice over a paused preview; it disappears after a choice. */
function PausedNotice({ onOnce }: { onOnce: () => void }) {
  const { t } = useTranslation('page-editor')
  const [, setKeepOn] = useAtom(alwaysPreviewAtom)
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

/** Elements of the preview that handle clicks themselves. */
const acting = 'a,button,input,summary,.md-diagram'

/**
 * Shows what readers will see, next to the source. A click moves the cursor of the source there, a second one puts the
 * focus there.
 */
export function PreviewPane({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('page-editor')
  const { blocks, length, part } = useAtomValue(previewAtom)
  const isPaused = useAtomValue(isPausedAtom)
  const isBehind = useAtomValue(isBehindAtom)
  const surface = useAtomValue(editorHandleAtom)
  const show = useSetAtom(showPreviewAtom)
  const [isAnswered, setAnswered] = useState(false)
  const once = () => {
    setAnswered(true)
    if (!surface) return
    show(surface.read)
    surface.focus() // the notice disappears, and the button with it
  }
  const toSource = (event: MouseEvent<HTMLElement>) => {
    const body = event.currentTarget.querySelector<HTMLElement>('.md-body')
    const isText = event.target instanceof Element && !event.target.closest(acting)
    if (!body || !isText || (event.detail === 1 && !document.getSelection()?.isCollapsed)) return
    const line = lineAtOffset(body, event.clientY - body.getBoundingClientRect().top) + part.first - 1
    surface?.goToLine(Math.max(1, Math.floor(line)))
    if (event.detail > 1) surface?.focus()
  }
  return (
    <div className={styles.preview}>
      {isPaused && isBehind && !isAnswered && <PausedNotice onOnce={once} />}
      {/* scrollable content must be reachable by keyboard; the source cursor does the same as the click by keyboard */}
      <section
        className={styles.scroller}
        ref={scroller}
        tabIndex={0}
        aria-label={t('preview.label')}
        onClick={toSource}
      >
        {blocks.length === 0 ? (
          <p className={styles.empty}>{t('preview.empty')}</p>
        ) : (
          <MarkdownBody length={length} blocks={blocks} mode="preview" className={styles.body ?? ''} />
        )}
      </section>
    </div>
  )
}
