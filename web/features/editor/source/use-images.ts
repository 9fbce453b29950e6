import type { EditorView } from '@codemirror/view'
import i18next from 'i18next'
import { useCallback } from 'react'
import { api, getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { toast } from '#web/ui/toast.ts'
import { insertImages } from './uploads.ts'

/**
 * Returns a function that uploads image files and inserts them at a position of a source editor, reporting each result.
 */
export function useImages(
  item_id: number,
  page_id: number,
): (view: EditorView, files: readonly File[], at: number) => void {
  const { t } = useTranslation('source-editor')
  return useCallback(
    (view, files, at) => {
      void insertImages(view, files, at, {
        upload: async (file) => (await api.page.uploadImg({ 'editormd-image-file': file, item_id, page_id })).url,
        placeholder: (name) => t('image.uploading', { name }),
        onRejected: (fault, names) =>
          toast.error(localized(() => i18next.t(`source-editor:image.${fault}`, { names: names.join(', ') }))),
        onFailed: (name, error) => {
          const requestId = getRequestId(error)
          const text = () => i18next.t('source-editor:image.failed', { name, reason: getErrorMessage(error) })
          toast.error(localized(text), { ...(requestId && { requestId }) })
        },
        onDone: (name) => announce(t('image.done', { name })),
      })
    },
    [t, item_id, page_id],
  )
}
