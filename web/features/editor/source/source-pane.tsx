import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type ChangeEvent, useCallback, useEffect, useId, useRef } from 'react'
import type { EditorHandleProps, InsertEntry } from '#web/features/editor/core/index.tsx'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { fetchPageTargets, fetchPersonTargets } from './link-targets.ts'
import { cursorAtom, sourceViewAtom } from './source-atoms.ts'
import { createSourceHandle } from './source-handle.ts'
import styles from './source-pane.module.css'
import { createSourceView } from './source-view.ts'
import { useImages } from './use-images.ts'
import { useSlashEntries } from './use-slash-entries.tsx'
import { useSourceLabels } from './use-source-labels.ts'

/** The editor's state when it left the screen, to resume from; it belongs to one editing session. */
const formerAtom = atom<{ session: unknown; state: EditorState }>()

/** The props of the source editor beyond those of every editor. */
export interface SourcePaneProps extends EditorHandleProps {
  hidden?: boolean
  /** The editing session: as long as it stays the same, the undo history survives leaving and coming back. */
  session: unknown
  /** Additional entries of the `/` menu. */
  entries: readonly InsertEntry[]
  /** Handles a paste; returns false to paste as text. */
  onPaste?: (view: EditorView, data: DataTransfer) => boolean
  /** Called with the editor at each change. */
  onText?: (view: EditorView) => void
}

/** The source editor for the Markdown text of a page. */
export function SourcePane(props: SourcePaneProps) {
  const { hidden = false, item_id, page_id } = props
  const { t, i18n } = useTranslation('source-editor')
  const store = useStore()
  const words = useSourceLabels(t('source.label'))
  const hintId = useId()
  const parent = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const icons = useRef<HTMLDivElement>(null)
  const setView = useSetAtom(sourceViewAtom)
  const setCursor = useSetAtom(cursorAtom)
  const addImages = useImages(item_id, page_id)
  const chooseImages = useCallback(() => files.current?.click(), [])
  const slash = useSlashEntries(chooseImages, props.entries)
  const latest = useRef({ props, words, addImages, slash })
  useEffect(() => {
    latest.current = { props, words, addImages, slash }
  })

  useEffect(() => {
    const box = parent.current
    if (!box) return
    const { props: first } = latest.current
    const former = store.get(formerAtom)
    const source = createSourceView(box, {
      text: first.text,
      labels: latest.current.words,
      describedBy: hintId,
      ...(former && former.session === first.session && { former: former.state }),
      onChange: (view) => {
        latest.current.props.onChange()
        latest.current.props.onText?.(view)
      },
      onCursor: setCursor,
      onFiles: (view, chosen, at) => latest.current.addImages(view, chosen, at),
      onPaste: (view, data) => latest.current.props.onPaste?.(view, data) ?? false,
      host: {
        slash: () => latest.current.slash,
        icon: (id) => icons.current?.querySelector(`[data-icon="${id}"] > svg`) ?? null,
        pages: () => fetchPageTargets(latest.current.props.item_id),
        people: () => fetchPersonTargets(latest.current.props.item_id),
        lang: currentLang,
      },
    })
    const surface = createSourceHandle(source)
    if (first.line > 1 || first.letters > 0) surface.goToLine(first.line, first.letters)
    setCursor({ line: surface.line(), column: 1, selected: 0, inTable: false })
    setView({ ...source, chooseImages })
    first.onSurface(surface)
    if (first.focused) source.view.focus()
    return () => {
      store.set(formerAtom, { session: first.session, state: source.view.state })
      setView(undefined)
      source.destroy()
    }
  }, [chooseImages, setCursor, setView, store, hintId])

  const view = useAtomValue(sourceViewAtom)
  // the labels change with the language
  useEffect(() => view?.setLabels(latest.current.words), [view, i18n.language])
  useShortcut('mod+alt+p', chooseImages, { inFields: true })
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    if (!view || chosen.length === 0) return
    view.view.focus()
    addImages(view.view, chosen, view.view.state.selection.main.head)
  }

  return (
    <div className={styles.source} hidden={hidden}>
      <span id={hintId} className="visually-hidden">
        {t('source.leave')}
      </span>
      <div ref={parent} className={styles.fill} />
      {/* the menu of / takes its icons from here */}
      <div ref={icons} hidden>
        {slash.map(({ id, icon }) => (
          <span key={id} data-icon={id}>
            {icon}
          </span>
        ))}
      </div>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp,image/bmp"
        onChange={choose}
      />
    </div>
  )
}
