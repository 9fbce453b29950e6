import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { fileLinkMarkdown, imageMarkdown } from '#web/lib/file-markdown.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.ts'
import { removeFromPageAtom } from './atoms.ts'
import { type AnyFile, previewKind } from './files.ts'

/** A file as it stands in the text of a page: a picture as one, all else as a link. */
export const fileToMarkdown = (file: Pick<AnyFile, 'display_name' | 'url' | 'file_type' | 'file_size'>): string =>
  previewKind(file) === 'image'
    ? imageMarkdown(file.display_name, file.url)
    : fileLinkMarkdown(file.display_name, file.url)

async function copy(text: string, done: LocalizedText): Promise<void> {
  if (await copyText(text)) toast.ok(done)
  else toast.error(localized(() => i18next.t('attachment:copyFailed')))
}

/** Copies the address of a file and says so. */
export const copyLink = (file: AnyFile): void =>
  void copy(
    new URL(href(file.url), window.location.href).href,
    localized(() => i18next.t('attachment:linkCopied')),
  )

/** Copies a file as it stands in the text of a page, and says so. */
export const copyMarkdown = (file: AnyFile): void =>
  void copy(
    fileToMarkdown(file),
    localized(() => i18next.t('attachment:markdownCopied')),
  )

/** Takes an attachment off a page and says so. */
export function useRemoveFromPage(page_id: string): (file: AnyFile) => Promise<void> {
  const remove = useSetAtom(removeFromPageAtom)
  return async (file) => {
    await remove(file.file_id, page_id)
    toast.ok(localized(() => i18next.t('attachment:page.removed', { name: file.display_name })))
  }
}
