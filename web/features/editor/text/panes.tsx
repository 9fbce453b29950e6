import type { EditorView } from '@codemirror/view'
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type MouseEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiPane } from '#web/features/api-docs/form/index.tsx'
import {
  type EditorHandle,
  type EditorHandleProps,
  editorHandleAtom,
  type InsertEntry,
} from '#web/features/editor/core/index.tsx'
import { SourcePane, sourceViewAtom } from '#web/features/editor/source/index.tsx'
import { pasteAtom } from '#web/features/editor/tools/index.tsx'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { lineAtOffset, offsetOfLine } from '#web/lib/source-lines.ts'
import { loadStyles } from '#web/lib/styles.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { changedAtom } from './draft-atoms.ts'
import { splitViewQuery } from './mode-switch.tsx'
import { openStateAtom } from './open-page.ts'
import styles from './panes.module.css'
import {
  alwaysPreviewAtom,
  endPreviewAtom,
  isBehindAtom,
  isPausedAtom,
  isShownAtom,
  previewAtom,
  schedulePreviewAtom,
  setLineInViewAtom,
  showPreviewAtom,
} from './preview.ts'
import type { PreviewSection } from './preview-range.ts'
import { isPreviewOnlyAtom, startPositionAtom, visualModeErrorAtom } from './screen-state.ts'
import { type ScrollSync, type SyncedPane, syncScrolling } from './scroll-sync.ts'
import { editingSessionAtom } from './session.ts'
import { useInserts } from './text-actions.tsx'
import { useMode } from './use-mode.ts'

/** Returns the source line in the middle of an editor's viewport. */
function middleLine(view: EditorView): number {
  const { scrollTop, clientHeight } = view.scrollDOM
  return view.state.doc.lineAt(view.lineBlockAtHeight(scrollTop + clientHeight / 2).from).number
}

/** Wraps the source editor as one of two panes that scroll together. */
function sourceAdapter(view: EditorView): SyncedPane {
  const { scrollDOM } = view
  const { top } = view.documentPadding
  return {
    isWhole: () => true,
    scroller: scrollDOM,
    lineAt: (offset) => {
      const block = view.lineBlockAtHeight(Math.max(0, offset - top))
      const part = block.height > 0 ? Math.min(1, Math.max(0, (offset - top - block.top) / block.height)) : 0
      return view.state.doc.lineAt(block.from).number + part
    },
    offsetOf: (line) => {
      const { doc } = view.state
      const whole = Math.min(doc.lines, Math.max(1, Math.floor(line)))
      const block = view.lineBlockAt(doc.line(whole).from)
      return top + block.top + Math.min(1, line - whole) * block.height
    },
  }
}

/**
 * Wraps the preview as the other pane: `bodyOf` returns the rendered document inside `scroller`, `partOf` its source
 * section.
 */
function previewAdapter(
  scroller: HTMLElement,
  bodyOf: () => HTMLElement,
  partOf: () => Omit<PreviewSection, 'text'>,
): SyncedPane {
  const inset = () => bodyOf().getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  const above = () => partOf().first - 1
  return {
    isWhole: () => !partOf().hasBefore && !partOf().hasAfter,
    scroller,
    lineAt: (offset) => lineAtOffset(bodyOf(), offset - inset()) + above(),
    offsetOf: (line) => inset() + offsetOfLine(bodyOf(), line - above()),
  }
}

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
function PreviewPane({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
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

interface VisualProps extends EditorHandleProps {
  entries: readonly InsertEntry[]
  /** Called when the text cannot be edited in this mode. */
  onRefused: (why: 'tooLong') => void
}

const VisualWay = lazyComponent(async () => {
  const [{ VisualPane, getVisualModeBlocker: whyNotVisual }] = await Promise.all([
    import('#web/features/editor/visual/index.tsx'),
    loadStyles('visual-editor'),
  ])
  return function VisualWay({ onRefused: onRejected, ...props }: VisualProps) {
    const [why] = useState(() => whyNotVisual(props.text))
    useEffect(() => {
      if (why) onRejected(why)
    }, [why, onRejected])
    return why ? null : <VisualPane {...props} />
  }
})

/** Reports changes; the source reports its length itself, for the others the words are counted when typing pauses. */
function useChanges(): () => void {
  const store = useStore()
  const changed = useSetAtom(changedAtom)
  const soon = useSetAtom(schedulePreviewAtom)
  return useCallback(() => {
    changed()
    const surface = store.get(editorHandleAtom)
    if (surface && surface.kind !== 'source') soon(0, surface.read)
  }, [store, changed, soon])
}

/** The editing surface of the page. Use its kind as `key`: each surface begins with the text of the former one. */
function WritingPane({ kind, hidden }: { kind: EditorHandle['kind']; hidden: boolean }) {
  const store = useStore()
  const editing = useAtomValue(editingSessionAtom)
  const entry = useAtomValue(openStateAtom)
  const setSurface = useSetAtom(editorHandleAtom)
  const setRejected = useSetAtom(visualModeErrorAtom)
  const soon = useSetAtom(schedulePreviewAtom)
  const paste = useSetAtom(pasteAtom)
  const onChange = useChanges()
  const inserts = useInserts()
  const [start] = useState(() => {
    const former = store.get(editorHandleAtom)
    const place = former ? store.get(startPositionAtom) : { line: 1, letters: 0 }
    return {
      ...place,
      text: former?.read() ?? editing?.saved.text ?? '',
      focused: former !== undefined || !editing?.is_new,
    }
  })
  if (!editing) return null
  const { item_id, page_id } = editing
  const props = { ...start, item_id, page_id, onSurface: setSurface, onChange }
  if (kind === 'source') {
    return (
      <SourcePane
        {...props}
        hidden={hidden}
        session={entry.state === 'open' ? entry.id : undefined}
        entries={inserts}
        onText={(view) => soon(view.state.doc.length, () => view.state.doc.toString())}
        onPaste={paste}
      />
    )
  }
  return (
    <div className={styles.source} hidden={hidden}>
      <LazyBoundary fallback={<Loading />}>
        {kind === 'api' ? <ApiPane {...props} /> : <VisualWay {...props} entries={inserts} onRefused={setRejected} />}
      </LazyBoundary>
    </div>
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
