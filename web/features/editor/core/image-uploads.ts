import i18next from 'i18next'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { checkImage, type ImageError, type UploadOptions, type UploadTarget, uploadImage } from '#web/lib/upload.ts'
import { toast } from '#web/ui/toast.ts'

const t = () => i18next.getFixedT(null, 'source-editor')

/** Returns the placeholder of an image that is uploading: «uploading name…». */
export const uploadingText = (name: string): string => t()('image.uploading', { name })

/** Returns the files that may be uploaded as images, and reports the others. */
export function acceptImages(files: readonly File[]): File[] {
  const rejected = new Map<ImageError, string[]>()
  const good = files.filter((file) => {
    const error = checkImage(file)
    if (error) rejected.set(error, [...(rejected.get(error) ?? []), file.name])
    return !error
  })
  for (const [error, names] of rejected)
    toast.error(localized(() => t()(`image.${error}`, { names: names.join(', ') })))
  return good
}

/**
 * Uploads an image into an editor, and reports the result.
 *
 * @param insert puts the image at its position; returns false when that was deleted in the meantime
 * @param onFailed removes the placeholder
 */
export async function uploadInto(
  file: File,
  target: UploadTarget,
  place: UploadOptions & { insert: (url: string) => boolean; onFailed: () => void },
): Promise<void> {
  try {
    const url = await uploadImage(file, target, place)
    if (place.insert(url)) announce(t()('image.done', { name: file.name }))
  } catch (error) {
    place.onFailed()
    const requestId = getRequestId(error)
    const text = () => t()('image.failed', { name: file.name, reason: getErrorMessage(error) })
    toast.error(localized(text), { ...(requestId && { requestId }) })
  }
}
