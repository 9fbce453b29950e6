import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { sourceViewAtom } from '#web/features/editor/source/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { splitViewQuery } from './mode-switch.tsx'
import { isPreviewOnlyAtom, visualModeErrorAtom } from './pane-atoms.ts'
import styles from './panes.module.css'
import { endPreviewAtom, isShownAtom, previewAtom, setLineInViewAtom, showPreviewAtom } from './preview.ts'
import { PreviewPane } from './preview-pane.tsx'
import { type ScrollSync, syncScrolling } from './scroll-sync.ts'
import { middleLine, previewAdapter, sourceAdapter } from './scroll-sync-adapters.ts'
import { useMode } from './use-mode.ts'
import { WritingPane } from './writing-pane.tsx'

/** Keeps the preview and the source scrolled to the same line. */
function useSync(isBoth: boolean) {
  const source = useAtomValue(sourceViewAtom)
  const { part, blocks } = useAtomValue(previewAtom)
  const setLineInView = useSetAtom(setLineInViewAtom)
  const scroller = useRef<HTMLElement>(null)
  const shown = useRef(part)
  const sync = useRef<ScrollSync>(undefined)
  useEffect(() => {
    const pane = scroller.current
    if (!isBoth || !source || !pane) return
    const bodyOf = () => pane.querySelector<HTMLElement>('.md-body') ?? pane
    const started = syncScrolling(
      sourceAdapter(source.view),
      previewAdapter(pane, bodyOf, () => shown.current),
    )
    sync.current = started
    return () => {
      sync.current = undefined
      started.stop()
    }
  }, [isBoth, source])
  useLayoutEffect(() => {
    const isMoved = shown.current.first !== part.first
    shown.current = part
    sync.current?.align(isMoved) // another text changes what is shown
    if (!isMoved) return
    const timer = window.setTimeout(() => sync.current?.align(true), 150) // once the heights of its blocks are known
    return () => window.clearTimeout(timer)
    // `blocks`: their heights have changed
  }, [part, blocks])
  useEffect(() => {
    if (!source) return
    const { scrollDOM } = source.view
    let timer = 0
    const onScroll = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setLineInView(middleLine(source.view)), 80)
    }
    scrollDOM.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.clearTimeout(timer)
      scrollDOM.removeEventListener('scroll', onScroll)
    }
  }, [source, setLineInView])
  return scroller
}

/** Says why the page is not shown in the requested mode. */
function NotVisual() {
  const { t } = useTranslation('page-editor')
  const [why, setWhy] = useAtom(visualModeErrorAtom)
  const { choose, isSplit } = useMode()
  if (!why) return null
  const close = () => {
    choose(isSplit ? 'split' : 'source')
    setWhy(undefined)
  }
  return (
    <Banner
      tone="info"
      flush
      action={
        <Button size="s" onClick={close}>
          {t('mode.close')}
        </Button>
      }
    >
      {t('mode.tooLong')}
    </Banner>
  )
}

/** The editing surface and the preview of its source: side by side, or one of them. */
export function Panes() {
  const { kind, isSplit, isApi } = useMode()
  const isWide = useMedia(splitViewQuery)
  const isAlone = useAtomValue(isPreviewOnlyAtom)
  const hasPreview = kind === 'source' && !isApi && (isWide ? isSplit : isAlone)
  const hasSource = isWide || !isAlone || kind !== 'source'
  const [isShown, setShown] = useAtom(isShownAtom)
  const show = useSetAtom(showPreviewAtom)
  const end = useSetAtom(endPreviewAtom)
  const surface = useAtomValue(editorHandleAtom)
  const setRefused = useSetAtom(visualModeErrorAtom)
  const isBoth = hasPreview && hasSource
  const scroller = useSync(isBoth)
  useEffect(() => {
    setShown(hasPreview)
    return () => setShown(false)
  }, [hasPreview, setShown])
  useEffect(() => {
    if (surface && isShown === hasPreview) show(surface.read)
  }, [isShown, hasPreview, surface, show])
  useEffect(
    () => () => {
      end()
      setRefused(undefined)
    },
    [end, setRefused],
  )
  return (
    <>
      <NotVisual />
      <div className={styles.panes} data-split={isBoth || undefined}>
        <WritingPane key={kind} kind={kind} hidden={!hasSource} />
        {hasPreview && <PreviewPane scroller={scroller} />}
      </div>
    </>
  )
}
