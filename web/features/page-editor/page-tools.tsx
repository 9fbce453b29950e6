import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AttachmentIcon, HistoryIcon } from '#web/ui/icons.ts'
import { deskAtom } from './desk.ts'
import { openWindowAtom } from './windows.ts'

/** What belongs to the page beside its text: attachments and former versions. On a phone they stand in the menu of Save. */
export function PageTools() {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 640px)')
  const isNew = useAtomValue(deskAtom)?.page_id === 0
  const open = useSetAtom(openWindowAtom)
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
