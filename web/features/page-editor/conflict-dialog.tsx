import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast } from '#web/ui/toast.ts'
import { clockTime } from './clock.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { conflictAtom } from './conflict.ts'
import { lineEndsOf } from './line-ends.ts'
import { saveMergedAtom, takeTheirsAtom } from './save.ts'

/** Shows what others saved meanwhile beside what is written here, and saves what both become. */
export function ConflictDialog() {
  const { t } = useTranslation('page-editor')
  const [conflict, setConflict] = useAtom(conflictAtom)
  const saveMerged = useSetAtom(saveMergedAtom)
  const takeTheirs = useSetAtom(takeTheirsAtom)
  const marks = { mine: t('merge.mine'), theirs: t('merge.theirs', { name: conflict?.name ?? '' }) }
  const [merged] = useState(() => {
    if (conflict?.base_text === undefined) return undefined
    return conflict.tools.mergeTexts(conflict.base_text, conflict.mine.text, conflict.theirs.saved.text, marks)
  })
  if (!conflict) return null
  const { theirs, mine, name, at, tools } = conflict
  const titles =
    theirs.saved.page_title === mine.page_title
      ? ''
      : t('merge.titles', { theirs: theirs.saved.page_title, mine: mine.page_title })
  const about = !merged
    ? t('merge.noBase')
    : merged.conflicts > 0
      ? t('merge.conflicts', { count: merged.conflicts })
      : t('merge.clean')
  const save = (text: string) => {
    if (tools.hasMergeMarks(text, marks)) return t('merge.marksLeft')
    const { main } = lineEndsOf(mine.text)
    void saveMerged({ ...mine, text: text.replaceAll('\n', main) })
    return undefined
  }
  const take = () => {
    void takeTheirs()
    toast.ok(t('merge.taken'))
  }
  return (
    <CompareDialog
      tools={tools}
      title={t('merge.title')}
      note={t('merge.text', { name, time: clockTime(at) })}
      theirs={{ label: marks.theirs, text: theirs.saved.text, use: t('merge.useTheirs') }}
      mine={{ label: marks.mine, text: mine.text, use: t('merge.useMine') }}
      start={merged?.text ?? mine.text}
      hint={[about, titles].filter(Boolean).join(' ')}
      action={t('merge.save')}
      onAction={save}
      {...(titles === '' && { onTheirs: take })}
      onClose={() => setConflict(undefined)}
    />
  )
}
