import type { CallOptions } from '#shared/contract/client.ts'
import { api } from './api.ts'

/** The maximum size of an image in a page, in bytes. Source: specification 9. */
const imageMaxBytes = 4 * 1024 * 1024

// Half an hour: enough for a large file over a slow connection, but not unlimited.
const longestMs = 30 * 60_000

/** The types of images allowed in a page, as in an `accept` attribute. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp,image/bmp'

/** Why a file cannot be used as an image. */
export type ImageError = 'notAnImage' | 'tooLarge'

/** Checks a file before it is sent; undefined when it is fine. */
export function checkFile(file: { size: number }, maxBytes: number): 'empty' | 'tooLarge' | undefined {
  if (file.size === 0) return 'empty'
  return file.size > maxBytes ? 'tooLarge' : undefined
}

/** Returns what is wrong with a file as an image for a page; undefined when it may be uploaded. */
export function checkImage(file: { type: string; size: number }): ImageError | undefined {
  if (!imageTypes.split(',').includes(file.type)) return 'notAnImage'
  return file.size > imageMaxBytes ? 'tooLarge' : undefined
}

/** Works like `fetch`, but reports the share sent so far, which the browser's own does not. */
const fetchWithProgress =
  (onSent: (share: number) => void): typeof fetch =>
  (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const { signal, method = 'GET', headers, body } = init ?? {}
      const stop = () => request.abort()
      request.open(method, String(address))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.responseType = 'blob'
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => {
        const type = request.getResponseHeader('content-type') ?? ''
        resolve(new Response(request.response, { status: request.status, headers: { 'content-type': type } }))
      })
      request.addEventListener('error', () => reject(new TypeError('The network is gone.')))
      request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()
      else request.send(body as XMLHttpRequestBodyInit | null)
    })

/** How an upload is observed and cancelled. */
export interface UploadOptions {
  signal?: AbortSignal
  /** Receives the share sent so far, 0 to 1. */
  onSent?: (share: number) => void
}

/** Returns the options of a call that uploads a file: it takes as long as the connection needs, within half an hour. */
export const uploadOptions = ({ signal, onSent }: UploadOptions = {}): CallOptions => ({
  timeoutMs: longestMs,
  ...(signal && { signal }),
  ...(onSent && { fetch: fetchWithProgress(onSent) }),
})

/** The page that a file is uploaded for; `page_id` is 0 until a new page is saved, both are 0 outside of projects. */
export interface UploadTarget {
  item_id: number
  page_id: number
}

/** Uploads an image. Returns its address. */
export async function uploadImage(file: File, target: UploadTarget, options?: UploadOptions): Promise<string> {
  const { item_id, page_id } = target
  return (await api.page.uploadImg({ 'editormd-image-file': file, item_id, page_id }, uploadOptions(options))).url
}
