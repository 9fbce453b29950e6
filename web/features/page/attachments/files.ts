import type { api } from '#web/lib/api.ts'

/** A file of the current user, as the server returns it. */
export type OwnFile = Awaited<ReturnType<typeof api.attachment.getMyList>>['list'][number]

/** An attachment of a page. */
export type PageFile = Awaited<ReturnType<typeof api.page.uploadList>>[number]

/** The fields of a file that a preview, a link and a row need. */
export type AnyFile = Pick<PageFile, 'file_id' | 'display_name' | 'url' | 'file_type' | 'file_size' | 'addtime'>

/** How a file can be previewed without downloading it first. */
export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const images = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])
const videos = new Set(['video/mp4', 'video/quicktime', 'video/matroska'])
const sounds = new Set(['audio/mpeg', 'audio/wav', 'audio/flac'])

/** The maximum size of a text preview, in bytes: more is slow to render and nobody reads it there. */
const longestText = 1024 * 1024
const largestPdf = 64 * 1024 * 1024

/** Returns how a file can be previewed; the server sends images, video and audio with their own media type. */
export function previewKind({ file_type, file_size }: Pick<AnyFile, 'file_type' | 'file_size'>): PreviewKind {
  if (images.has(file_type)) return 'image'
  if (videos.has(file_type)) return 'video'
  if (sounds.has(file_type)) return 'audio'
  if (file_type === 'application/pdf') return file_size > largestPdf ? 'none' : 'pdf'
  const isText = file_type.startsWith('text/') || file_type === 'application/json'
  return isText && file_size <= longestText ? 'text' : 'none'
}

/** The category of a file in the list. */
export type FileCategory =
  | 'picture'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'sheet'
  | 'document'
  | 'slides'
  | 'archive'
  | 'other'

const extensions: Partial<Record<string, FileCategory>> = {
  xlsx: 'sheet',
  xls: 'sheet',
  csv: 'sheet',
  docx: 'document',
  doc: 'document',
  wps: 'document',
  epub: 'document',
  pptx: 'slides',
  ppt: 'slides',
  zip: 'archive',
  tar: 'archive',
  gz: 'archive',
  tgz: 'archive',
  rar: 'archive',
  iso: 'archive',
  apk: 'archive',
  ipa: 'archive',
}

/** Returns the category of a file by its type or, when that is too general, by the extension of its name. */
export function getFileCategory({
  file_type,
  display_name,
}: Pick<AnyFile, 'file_type' | 'display_name'>): FileCategory {
  const byName = extensions[/\.([a-z0-9]+)$/i.exec(display_name)?.[1]?.toLowerCase() ?? '']
  if (byName) return byName
  if (file_type.startsWith('image/')) return 'picture'
  if (file_type.startsWith('video/')) return 'video'
  if (file_type.startsWith('audio/')) return 'audio'
  if (file_type === 'application/pdf') return 'pdf'
  return file_type.startsWith('text/') || file_type === 'application/json' ? 'text' : 'other'
}

/** Returns the sign in the URL of a file, which identifies the file in API calls. */
export const getFileSign = (url: string): string => /[?&]sign=([0-9a-f]+)/i.exec(url)?.[1] ?? ''

/** Decodes the text of a file, trying the common encodings. */
export function decodeText(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  for (const encoding of mark ? [mark] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // try the next encoding
    }
  }
  return new TextDecoder().decode(bytes)
}
