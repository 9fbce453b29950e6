import { apiDocExtInfo } from '#shared/api-doc/api-doc.ts'
import { toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { importLimits } from '../limits.ts'
import { jsonBreach } from '../safe-json.ts'
import { cleanContent, cleanTitle, cutTitle } from '../text.ts'

/** A former version of a page, checked. */
export interface VersionRecord {
  /** The page, by its number in the archive. */
  page: number
  cat_id: number
  page_title: string
  s_number: number
  author: string
  saved_at: number
  page_comments: string
  page_version: number
  /** Its menu information; empty for plain text. */
  ext_info: string
  page_content: string
}

/** A comment on a page, checked. */
export interface CommentRecord {
  page: number
  comment_id: number
  parent_id: number
  author: string
  content: string
  is_deleted: boolean
  created_at: number
}

/** Returns a whole number from 0 to `most`; `otherwise` for anything else. */
export function wholeNumber(value: unknown, otherwise = 0, most = 999_999_999_999): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : otherwise
}

/** Returns the name of a person in the archive. */
export const personName = (value: unknown): string => cutTitle(cleanTitle(toText(value)), nameLength)

// The most characters of a name of a person. No user name is longer.
const nameLength = 100

// Comments that came from ShowDoc may be longer than those that are written here.
const commentLength = 2000

// A record has a dozen values.
const recordLimits = { bytes: importLimits.recordFileBytes, depth: 4, nodes: 100 } as const

/** Yields the lines of a file; empty ones are left out. */
export function* linesIn(bytes: Uint8Array): Generator<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let from = 0; from < file.length; ) {
    const end = file.indexOf(10, from)
    const line = file.subarray(from, end < 0 ? file.length : end).toString()
    from = end < 0 ? file.length : end + 1
    if (line !== '') yield line
  }
}

/** Yields the objects of a file of JSON lines; lines that are none are left out. */
export function* recordsIn(bytes: Uint8Array): Generator<UnknownObject> {
  for (const line of linesIn(bytes)) {
    const record = jsonBreach(line, recordLimits) ? undefined : parsed(line)
    if (record) yield record
  }
}

function parsed(line: string): UnknownObject | undefined {
  try {
    return toObject(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** The highest number of an order or a version: both grow by one. */
const numberMost = 1_000_000_000

/** Returns a former version as the archive has it; undefined when it cannot be one. */
export function versionIn(record: UnknownObject, most: number): VersionRecord | undefined {
  const page_content = cleanContent(toText(record.page_content))
  const page_title = cutTitle(cleanTitle(toText(record.page_title)), importLimits.titleLength)
  if (page_title === '' || typeof record.page_content !== 'string' || Buffer.byteLength(page_content) > most)
    return undefined
  return {
    page: wholeNumber(record.page_id),
    cat_id: wholeNumber(record.cat_id),
    page_title,
    s_number: wholeNumber(record.s_number, 99, numberMost),
    author: personName(record.author),
    saved_at: wholeNumber(record.saved_at),
    page_comments: cutTitle(cleanContent(toText(record.page_comments)), importLimits.remarkLength),
    page_version: wholeNumber(record.page_version, 1, numberMost),
    ext_info: apiDocExtInfo(page_content) ?? '',
    page_content,
  }
}

/** Returns a comment as the archive has it; undefined when it cannot be one. */
export function commentIn(record: UnknownObject): CommentRecord | undefined {
  const is_deleted = record.is_deleted === true
  const content = is_deleted ? '' : cleanContent(toText(record.content))
  const comment_id = wholeNumber(record.comment_id)
  if (comment_id === 0 || content.length > commentLength || (content.trim() === '' && !is_deleted)) return undefined
  return {
    page: wholeNumber(record.page_id),
    comment_id,
    parent_id: wholeNumber(record.parent_id),
    author: is_deleted ? '' : personName(record.author),
    content,
    is_deleted,
    created_at: wholeNumber(record.created_at),
  }
}
