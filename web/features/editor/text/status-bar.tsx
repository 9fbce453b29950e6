import { useAtomValue, useSetAtom } from 'jotai'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { cursorAtom } from '#web/features/editor/source/index.tsx'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { lockAtom } from './lock.ts'
import { splitViewQuery } from './mode-switch.tsx'
import { isBehindAtom, isPausedAtom, isShownAtom, previewAtom, showPreviewAtom, wordCountAtom } from './preview.ts'
import { draftStateAtom, editingSessionAtom, isUnsavedAtom } from './session.ts'
import styles from './status-bar.module.css'
import { useMode } from './use-mode.ts'

const lockWords = {
  none: 'status.unlocked',
  free: 'status.unlocked',
  moved: 'status.unlocked',
  taken: 'status.lockLost',
  elsewhere: 'status.unlocked',
  held: 'status.locked',
  unsure: 'status.lockUnsure',
  lost: 'status.lockLost',
} as const

function CursorState() {
  const { t } = useTranslation('page-editor')
  const { line, column, selected } = useAtomValue(cursorAtom)
  return (
    <span>
      {t('status.place', { line, column })}
      {selected > 0 && ` · ${t('status.selected', { count: selected })}`}
    </span>
  )
}

function PreviewState() {
  const { t } = useTranslation('page-editor')
  const isSplit = useMedia(splitViewQuery)
  const isShown = useAtomValue(isShownAtom)
  const isPaused = useAtomValue(isPausedAtom)
  const isBehind = useAtomValue(isBehindAtom)
  const { hasBefore, hasAfter } = useAtomValue(previewAtom).part
  const surface = useAtomValue(editorHandleAtom)
  const show = useSetAtom(showPreviewAtom)
  if (!isShown && !isSplit) return null // the switch above the text says so
  if (!isShown) return <span>{t('status.previewOff')}</span>
  if (!isPaused) return <span>{t(hasBefore || hasAfter ? 'status.previewPart' : 'status.previewOn')}</span>
  return (
    <span>
      {t('status.previewPaused')}
      {isBehind && (
        <button type="button" className={styles.link} onClick={() => surface && show(surface.read)}>
          {t('status.refresh')}
        </button>
      )}
    </span>
  )
}

/** The status bar: cursor position, size of the text, and the state of preview, draft and lock. */
export function StatusBar() {
  const { t } = useTranslation('page-editor')
  const { kind, isApi } = useMode()
  const isSource = kind === 'source'
  const words = useAtomValue(wordCountAtom)
  const isUnsaved = useAtomValue(isUnsavedAtom)
  const draft = useAtomValue(draftStateAtom)
  const lock = useAtomValue(lockAtom)
  const isNew = useAtomValue(editingSessionAtom)?.page_id === 0
  return (
    <footer className={styles.bar} aria-label={t('status.label')}>
      {isSource && <CursorState />}
      <span>{t('status.words', { count: words, words: formatCount(words) })}</span>
      {isSource && !isApi && <PreviewState />}
      {isUnsaved && draft === 'kept' && <span>{t('status.draftKept')}</span>}
      {isUnsaved && draft === 'refused' && <span data-tone="danger">{t('status.draftRefused')}</span>}
      {!isNew && (
        <span className={styles.lock} data-tone={lock.state === 'lost' ? 'danger' : undefined}>
          {t(lockWords[lock.state])}
        </span>
      )}
    </footer>
  )
}
