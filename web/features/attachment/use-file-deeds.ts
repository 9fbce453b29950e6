import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { copyText } from '#web/lib/clipboard.ts'
import { fileLinkMarkdown, imageMarkdown } from '#web/lib/file-markdown.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { said } from '#web/lib/said.ts'
import { toast } from '#web/ui/toast.ts'
import { removeFromPageAtom } from './atoms.ts'
import { type AnyFile, previewKind } from './files.ts'

/** A file as it stands in the text of a page: a picture as one, all else as a link. */
export const markdownOf = (file: Pick<AnyFile, 'display_name' | 'url' | 'file_type' | 'file_size'>): string =>
  previewKind(file) === 'image'
    ? imageMarkdown(file.display_name, file.url)
    : fileLinkMarkdown(file.display_name, file.url)

/** What can be copied of a file, with a word that it was. */
export function useFileCopy(): { copyLink: (file: AnyFile) => void; copyMarkdown: (file: AnyFile) => void } {
  const { t } = useTranslation('attachment')
  const copy = async (text: string, done: string) => {
    if (await copyText(text)) toast.ok(done)
    else toast.error(said(() => i18next.t('attachment:copyFailed')))
  }
  return {
    copyLink: (file) => void copy(new URL(href(file.url), window.location.href).href, t('linkCopied')),
    copyMarkdown: (file) => void copy(markdownOf(file), t('markdownCopied')),
  }
}

/** Takes an attachment off a page and says so. */
export function useRemoveFromPage(page_id: string): (file: AnyFile) => Promise<void> {
  const { t } = useTranslation('attachment')
  const remove = useSetAtom(removeFromPageAtom)
  return async (file) => {
    await remove(file.file_id, page_id)
    toast.ok(t('page.removed', { name: file.display_name }))
  }
}
