import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { fileLinkMarkdown, imageMarkdown } from '#web/lib/file-markdown.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { downloadFrom } from '#web/lib/save-file.ts'
import { CopyIcon, LinkIcon, PageIcon, ShowIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { ExportIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { removeFromPageAtom } from './atoms.ts'
import { type AnyFile, type OwnFile, previewKind } from './files.ts'

/** Returns the Markdown of a file: an image for an image, a link for any other file. */
export const fileToMarkdown = (file: Pick<AnyFile, 'display_name' | 'url' | 'file_type' | 'file_size'>): string =>
  previewKind(file) === 'image'
    ? imageMarkdown(file.display_name, file.url)
    : fileLinkMarkdown(file.display_name, file.url)

async function copy(text: string, done: LocalizedText): Promise<void> {
  if (await copyText(text)) toast.ok(done)
  else toast.error(localized(() => i18next.t('attachment:copyFailed')))
}

/** Copies the URL of a file and shows a toast. */
export const copyLink = (file: AnyFile): void =>
  void copy(
    new URL(href(file.url), window.location.href).href,
    localized(() => i18next.t('attachment:linkCopied')),
  )

/** Copies the Markdown of a file and shows a toast. */
export const copyMarkdown = (file: AnyFile): void =>
  void copy(
    fileToMarkdown(file),
    localized(() => i18next.t('attachment:markdownCopied')),
  )

/** Returns a function that removes an attachment from a page and shows a toast. */
export function useRemoveFromPage(page_id: string): (file: AnyFile) => Promise<void> {
  const remove = useSetAtom(removeFromPageAtom)
  return async (file) => {
    await remove(file.file_id, page_id)
    toast.ok(localized(() => i18next.t('attachment:page.removed', { name: file.display_name })))
  }
}

/** Downloads a file under its name. */
export const download = (file: Pick<AnyFile, 'url' | 'display_name'>): void => downloadFrom(file.url, file.display_name)

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
