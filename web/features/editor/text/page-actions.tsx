import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AttachmentIcon, HistoryIcon } from '#web/ui/icons.ts'
import { openDialogAtom } from './dialogs.ts'
import { editingSessionAtom } from './session.ts'

/** The actions next to the text: attachments and versions. On a phone they are in the Save menu. */
export function PageActions() {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 640px)')
  const isNew = useAtomValue(editingSessionAtom)?.page_id === 0
  const open = useSetAtom(openDialogAtom)
  if (!isWide) return null
  const label = (words: string) => (isNew ? `${words} · ${t('tools.saveFirst')}` : words)
  return (
    <>
      <IconButton label={label(t('tools.attachments'))} disabled={isNew} onClick={() => open('attachments')}>
        <AttachmentIcon />
      </IconButton>
      <IconButton label={label(t('tools.history'))} disabled={isNew} onClick={() => open('history')}>
        <HistoryIcon />
      </IconButton>
    </>
  )
}
