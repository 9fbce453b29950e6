import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type SaveError, SaveErrorBanner } from '#web/features/editor/session/index.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { openConflictAtom, saveAsNewAtom, saveAtom } from './save.ts'
import { messageKey } from './save-error.ts'
import { serverDraftTimeAtom } from './server-draft.ts'
import { currentContent, draftStateAtom, editingSessionAtom, saveErrorAtom } from './session.ts'

const canCompare = (kind: SaveError['kind']) => kind === 'changed' || kind === 'locked'

/** Retrying does not help there: something else has to be done first. */
const isFinal = (kind: SaveError['kind']) => kind === 'changed' || kind === 'gone' || kind === 'archived'

/** Copies the text of the editor to the clipboard. */
const copyDraftAtom = atom(null, async (get): Promise<void> => {
  const desk = get(editingSessionAtom)
  if (desk) await copyText(currentContent(get, desk).text)
})

/** Shows why the last save failed, where the text is safe, and what the user can do. */
export function PageSaveError() {
  const { t } = useTranslation('page-editor')
  const problem = useAtomValue(saveErrorAtom)
  const isNew = useAtomValue(editingSessionAtom)?.page_id === 0
  const draft = useAtomValue(draftStateAtom)
  const isCopied = useAtomValue(serverDraftTimeAtom) !== ''
  const save = useSetAtom(saveAtom)
  const saveAsNew = useSetAtom(saveAsNewAtom)
  const compare = useSetAtom(openConflictAtom)
  const copyMine = useSetAtom(copyDraftAtom)
  if (!problem) return null
  const { kind, requestId } = problem
  const message = problem.message.text
  const where = draft === 'kept' ? (isCopied ? 'problem.keptBoth' : 'problem.kept') : 'problem.here'
  const safe = t(isCopied && draft !== 'kept' ? 'problem.keptThere' : where)
  const words =
    kind === 'changed' || kind === 'locked' || kind === 'diskFull'
      ? `${message} ${kind === 'diskFull' ? safe : ''}`
      : kind === 'other'
        ? t('problem.other', { message, safe })
        : t(`problem.${messageKey(kind, isNew)}`, { safe })
  const copy = () =>
    copyMine().then(
      () => toast.ok(localized(() => i18next.t('page-editor:problem.copied'))),
      (error: unknown) => toast.error(errorText(error)),
    )
  return (
    <SaveErrorBanner
      requestId={kind === 'other' ? requestId : undefined}
      action={
        <>
          {(kind === 'archived' || kind === 'noRight' || kind === 'gone') && (
            <Button size="s" onClick={() => void copy()}>
              {t('problem.copy')}
            </Button>
          )}
          {kind === 'gone' && (
            <Button size="s" onClick={() => void saveAsNew()}>
              {t('problem.asNew')}
            </Button>
          )}
          {canCompare(kind) && (
            <Button size="s" onClick={() => void compare()}>
              {t('compare')}
            </Button>
          )}
          {!isFinal(kind) && (
            <Button size="s" onClick={() => void save()}>
              {t('retry')}
            </Button>
          )}
        </>
      }
    >
      {words}
    </SaveErrorBanner>
  )
}
