import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { clockTime } from '#web/features/editor/session/index.ts'
import { detectLineEnds } from '#web/features/editor/source/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useFetch } from '#web/lib/query.ts'
import { toast } from '#web/ui/toast.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { CompareLoading } from './compare-loading.tsx'
import { readComparison } from './comparison.ts'
import { lockAtom } from './lock.ts'
import { acceptTheirsAtom, applyMergedAtom, saveMergedAtom } from './save.ts'
import { conflictAtom } from './session.ts'

/**
 * Shows what others saved in the meantime next to the text in the editor, and saves the merged text. While another user
 * edits the page it cannot be saved: the result then goes into the editor.
 */
export function ConflictDialog() {
  const { t } = useTranslation('page-editor')
  const [conflict, setConflict] = useAtom(conflictAtom)
  const lock = useAtomValue(lockAtom)
  const saveMerged = useSetAtom(saveMergedAtom)
  const keepMerged = useSetAtom(applyMergedAtom)
  const takeTheirs = useSetAtom(acceptTheirsAtom)
  const marks = { mine: t('merge.mine'), theirs: t('merge.theirs', { name: conflict?.username ?? '' }) }
  const [read, again] = useFetch(String(conflict?.theirs.base_version), (signal) =>
    readComparison(
      {
        base: conflict?.base_text,
        mine: conflict?.mine.text ?? '',
        theirs: conflict?.theirs.saved.text ?? '',
        marks,
      },
      signal,
    ),
  )
  if (!conflict) return null
  const close = () => setConflict(undefined)
  const isLocked = lock.state === 'lost'
  const title = isLocked ? t('lock.takenTitle', { name: lock.name }) : t('merge.title')
  const note = isLocked
    ? t('merge.lockedText', { name: lock.name })
    : t('merge.text', { name: conflict.name, time: clockTime(conflict.at) })
  if (!read || 'error' in read) {
    return <CompareLoading title={title} note={note} read={read} onRetry={again} onClose={close} />
  }
  const { theirs, mine } = conflict
  const { merged } = read.value
  const titles =
    theirs.saved.page_title === mine.page_title
      ? ''
      : t('merge.titles', { theirs: theirs.saved.page_title, mine: mine.page_title })
  const about = !merged
    ? t('merge.noBase')
    : merged.conflicts.length > 0
      ? t('merge.conflicts', { count: merged.conflicts.length })
      : t('merge.clean')
  const save = (text: string) => {
    if (read.value.tools.hasConflictMarkers(text, marks)) return t('merge.marksLeft')
    const { main } = detectLineEnds(mine.text)
    const content = { ...mine, text: text.replaceAll('\n', main) }
    void (isLocked ? keepMerged(content) : saveMerged(content))
    return undefined
  }
  const take = () => {
    void takeTheirs()
    toast.ok(localized(() => i18next.t('page-editor:merge.taken')))
  }
  return (
    <CompareDialog
      compared={read.value}
      marks={marks}
      title={title}
      note={note}
      theirs={{ label: t('merge.theirs', { name: conflict.name }), text: theirs.saved.text, use: t('merge.useTheirs') }}
      mine={{ label: marks.mine, text: mine.text, use: t('merge.useMine') }}
      start={merged?.text ?? mine.text}
      hint={joinSentences([about, titles])}
      action={t(isLocked ? 'merge.apply' : 'merge.save')}
      onAction={save}
      {...(titles === '' && { onTheirs: take })}
      onClose={close}
    />
  )
}
