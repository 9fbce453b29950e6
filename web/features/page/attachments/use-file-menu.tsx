import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { CopyIcon, ExportIcon, LinkIcon, PageIcon, ShowIcon, TrashIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { download } from './download.ts'
import type { OwnFile } from './files.ts'
import { copyLink, copyMarkdown } from './use-file-actions.ts'

/** The actions that a file list can start. */
export interface FileActions {
  onPreview: (file: OwnFile) => void
  onDelete: (file: OwnFile) => void
}

/** Returns the menu entries for a file of the current user. */
export function useFileMenu({ onPreview, onDelete }: FileActions): (file: OwnFile) => MenuEntry[] {
  const { t } = useTranslation('attachment')
  return (file) => [
    { id: 'preview', label: t('preview'), icon: <ShowIcon />, onSelect: () => onPreview(file) },
    { id: 'download', label: t('download'), icon: <ExportIcon />, onSelect: () => download(file) },
    { id: 'link', label: t('copyLink'), icon: <LinkIcon />, onSelect: () => copyLink(file) },
    { id: 'markdown', label: t('copyMarkdown'), icon: <CopyIcon />, onSelect: () => copyMarkdown(file) },
    ...(file.page_id > 0
      ? [{ id: 'page', label: t('goToPage'), icon: <PageIcon />, href: href(`/page/${file.page_id}`) }]
      : []),
    { kind: 'separator', id: 'rule' },
    { id: 'delete', label: t('deleteEntry'), icon: <TrashIcon />, danger: true, onSelect: () => onDelete(file) },
  ]
}
