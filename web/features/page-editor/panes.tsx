import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useMedia } from '#web/lib/media.ts'
import { isPreviewAloneAtom } from './pane-atoms.ts'
import styles from './panes.module.css'
import { modeAtom } from './preferences.ts'
import { isShownAtom, previewPartAtom, setLineInViewAtom, showPreviewAtom } from './preview.ts'
import { PreviewPane } from './preview-pane.tsx'
import { type ScrollSync, syncScrolling } from './scroll-sync.ts'
import { sourceViewAtom } from './source-atoms.ts'
import { SourcePane } from './source-pane.tsx'
import { middleLine, previewSide, sourceSide } from './synced-panes.ts'

/** From this width on, text and preview stand beside one another. Source: interface guide 4.6. */
const wideQuery = '(min-width: 1000px)'

/** The text and its preview: beside one another, or one of them. */
export function Panes() {
  const mode = useAtomValue(modeAtom)
  const isWide = useMedia(wideQuery)
  const isPreviewAlone = useAtomValue(isPreviewAloneAtom)
  const hasPreview = isWide ? mode === 'split' : isPreviewAlone
  const hasSource = isWide || !isPreviewAlone
  const [isShown, setShown] = useAtom(isShownAtom)
  const show = useSetAtom(showPreviewAtom)
  const source = useAtomValue(sourceViewAtom)
  const part = useAtomValue(previewPartAtom)
  const shown = useRef(part)
  const setLineInView = useSetAtom(setLineInViewAtom)
  const scroller = useRef<HTMLElement>(null)
  const sync = useRef<ScrollSync>(undefined)

  useEffect(() => {
    setShown(hasPreview)
    return () => setShown(false)
  }, [hasPreview, setShown])
  useEffect(() => {
    if (isShown && source) show(() => source.view.state.doc.toString())
  }, [isShown, source, show])
  const isBoth = hasPreview && hasSource
  useEffect(() => {
    const pane = scroller.current
    if (!isBoth || !source || !pane) return
    const bodyOf = () => pane.querySelector<HTMLElement>('.md-body') ?? pane
    const started = syncScrolling(
      sourceSide(source.view),
      previewSide(pane, bodyOf, () => shown.current),
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
    sync.current?.align(isMoved) // another text moves what is shown
    if (!isMoved) return
    const timer = window.setTimeout(() => sync.current?.align(true), 150) // once the heights of its blocks are known
    return () => window.clearTimeout(timer)
  }, [part])
  useEffect(() => {
    if (!source) return
    const { scrollDOM } = source.view
    let timer = 0
    const tell = () => setLineInView(middleLine(source.view), () => source.view.state.doc.toString())
    const onScroll = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(tell, 80)
    }
    scrollDOM.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.clearTimeout(timer)
      scrollDOM.removeEventListener('scroll', onScroll)
    }
  }, [source, setLineInView])

  return (
    <div className={styles.panes} data-split={isBoth || undefined}>
      <SourcePane hidden={!hasSource} />
      {hasPreview && <PreviewPane scroller={scroller} />}
    </div>
  )
}
