import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { deskAtom, sourceAtom } from './desk.ts'
import { changedAtom } from './draft-atoms.ts'
import styles from './panes.module.css'
import { previewSoonAtom, showPreviewAtom } from './preview.ts'
import { cursorAtom, sourceViewAtom } from './source-atoms.ts'
import { createSourceView } from './source-view.ts'
import { useSourceWords } from './source-words.ts'
import { useImages } from './use-images.ts'

/** The Markdown text of the open page, to be written. */
export function SourcePane({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(deskAtom)
  const words = useSourceWords(t('source.label'))
  const hintId = useId()
  const parent = useRef<HTMLDivElement>(null)
  const setView = useSetAtom(sourceViewAtom)
  const setSource = useSetAtom(sourceAtom)
  const setCursor = useSetAtom(cursorAtom)
  const changed = useSetAtom(changedAtom)
  const previewSoon = useSetAtom(previewSoonAtom)
  const showPreview = useSetAtom(showPreviewAtom)
  const addImages = useImages()
  const latest = useRef({ desk, words, addImages })
  useEffect(() => {
    latest.current = { desk, words, addImages }
  })

  useEffect(() => {
    const box = parent.current
    const { desk: opened, words: first } = latest.current
    if (!box || !opened) return
    const source = createSourceView(box, {
      text: opened.saved.text,
      words: first,
      describedBy: hintId,
      onChange: (view) => {
        changed()
        previewSoon(view.state.doc.length, () => view.state.doc.toString())
      },
      onCursor: setCursor,
      onFiles: (view, files, at) => latest.current.addImages(view, files, at),
    })
    setCursor({ line: 1, column: 1, selected: 0 })
    setSource(source)
    setView(source)
    showPreview(() => source.view.state.doc.toString())
    if (!opened.is_new) source.view.focus()
    return () => {
      setView(undefined)
      source.destroy()
    }
  }, [changed, previewSoon, setCursor, setSource, setView, showPreview, hintId])

  const view = useAtomValue(sourceViewAtom)
  const { i18n } = useTranslation()
  // the words change with the language
  useEffect(() => view?.setWords(latest.current.words), [view, i18n.language])

  return (
    <div className={styles.source} hidden={hidden}>
      <span id={hintId} className="visually-hidden">
        {t('source.leave')}
      </span>
      <div ref={parent} className={styles.fill} />
    </div>
  )
}
