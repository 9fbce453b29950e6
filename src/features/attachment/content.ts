import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { fail } from '#src/core/errors.ts'
import {
  type FileKind,
  findBlockedExtension,
  findFileKind,
  findImageExtension,
  getExtension,
  isDisplayable,
  unknownType,
} from './file-kinds.ts'
import { imageSize } from './image-header.ts'

// Images up to the largest size are read whole: some cameras write megabytes before the header.
const headBytes = 4 * 1024 * 1024
// Source: security 3, Uploads.
const longestSide = 20_000

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const head = Buffer.alloc(Math.min(size, headBytes))
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

// A hostile file may make the type detection throw: it then has no known type.
const typeOf = async (head: Buffer): Promise<string | undefined> => {
  try {
    return (await fileTypeFromBuffer(head))?.mime
  } catch {
    return undefined
  }
}

const isZip = (head: Buffer): boolean => ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4))

// Escape is allowed for the colours of log files.
const noText = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/

/** Whether bytes are text in a supported encoding. They may end in the middle of a character. */
export function isText(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 2)
  const encodings =
    mark === '\u00ff\u00fe' ? ['utf-16le'] : mark === '\u00fe\u00ff' ? ['utf-16be'] : ['utf-8', 'gb18030', 'big5']
  return encodings.some((encoding) => {
    try {
      return !noText.test(new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }))
    } catch {
      return false
    }
  })
}

function requireImageSize(head: Buffer, type: string): void {
  const size = imageSize(head, type === 'image/apng' ? 'image/png' : type) ?? fail('notAnImage')
  if (size.width > longestSide || size.height > longestSide) fail('imageTooLarge', { most: longestSide })
}

/** Throws when a name has a blocked extension. @throws {AppError} fileNameBlocked */
export function requireAllowedName(name: string): void {
  const extension = findBlockedExtension(name)
  if (extension !== undefined) fail('fileNameBlocked', { ending: extension })
}

/**
 * Returns the extension for the content of an image in a page.
 *
 * @throws {AppError} notAnImage, imageTooLarge
 */
export async function detectImageExtension(path: string): Promise<string> {
  const head = await readHead(path)
  const type = (await typeOf(head)) ?? fail('notAnImage')
  const fileExtension = findImageExtension(type) ?? fail('notAnImage')
  requireImageSize(head, type)
  return fileExtension
}

/**
 * Returns the media type of an image in a page, by its content.
 *
 * @throws {AppError} notAnImage, imageTooLarge
 */
export const detectImageType = async (path: string): Promise<string> =>
  findFileKind(await detectImageExtension(path))?.type ?? fail('notAnImage')

const fits = (kind: FileKind, head: Buffer, type: string | undefined): boolean => {
  if (kind.content === 'text') return isText(head)
  if (kind.content === 'zip') return isZip(head)
  return type === undefined || kind.content.includes(type)
}

/**
 * Returns the media type of an attachment: that of its extension, which the content must match.
 *
 * @param mayBeAny whether extensions outside the list are accepted
 * @throws {AppError} fileNameBlocked, fileTypeRefused, fileContentWrong, notAnImage, imageTooLarge
 */
export async function detectAttachmentType(path: string, name: string, mayBeAny: boolean): Promise<string> {
  requireAllowedName(name)
  const ending = getExtension(name)
  const kind = findFileKind(ending)
  if (!kind) return mayBeAny ? unknownType : fail('fileTypeRefused')
  const head = await readHead(path)
  const type = await typeOf(head)
  if (!fits(kind, head, type)) fail('fileContentWrong', { ending })
  if (!isDisplayable(kind.type)) return kind.type
  // A file that browsers display must provably have its type; unrecognized audio and video files are downloaded
  // instead.
  if (type === undefined)
    return findImageExtension(kind.type) === undefined ? unknownType : fail('fileContentWrong', { ending })
  if (findImageExtension(type) !== undefined) requireImageSize(head, type)
  return kind.type
}
