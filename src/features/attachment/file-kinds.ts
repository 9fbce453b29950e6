/** The type and expected content of a file extension. */
export interface FileKind {
  /** The media type that is stored, and sent when browsers display the file. */
  type: string
  /**
   * `text`: any plausible text. `zip`: any zip-based format. Otherwise the types that the content may be detected as.
   */
  content: 'text' | 'zip' | readonly string[]
}

const office = 'application/vnd.openxmlformats-officedocument'
// The formats that old office programs write, and those that other programs write under these extensions.
const oldOffice = ['application/x-cfb', 'application/rtf', 'application/xml', 'application/zip'] as const
const videos = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'audio/mp4', 'audio/x-m4a'] as const

const kind = (type: string, content: FileKind['content'] = [type]): FileKind => ({ type, content })
const text = (type = 'text/plain') => kind(type, 'text')

/**
 * The extensions that anyone may upload. Source: reference, api-facts 17.1. md, log, yaml, yml and sql are our
 * additions: a documentation site must accept them, and like all texts they are only ever downloaded.
 */
const kinds = new Map<string, FileKind>([
  ['jpg', kind('image/jpeg')],
  ['jpeg', kind('image/jpeg')],
  ['png', kind('image/png', ['image/png', 'image/apng'])],
  ['bmp', kind('image/bmp')],
  ['gif', kind('image/gif')],
  ['webp', kind('image/webp')],
  ['ico', kind('image/x-icon')],
  ['psd', kind('image/vnd.adobe.photoshop')],
  ['mp3', kind('audio/mpeg')],
  ['wav', kind('audio/wav')],
  ['flac', kind('audio/flac')],
  ['mp4', kind('video/mp4', videos)],
  ['mov', kind('video/quicktime', videos)],
  ['mkv', kind('video/matroska', ['video/matroska', 'video/webm'])],
  ['zip', kind('application/zip', 'zip')],
  ['ipa', kind('application/octet-stream', 'zip')],
  ['apk', kind('application/vnd.android.package-archive', 'zip')],
  ['tar', kind('application/x-tar')],
  ['gz', kind('application/gzip')],
  ['tgz', kind('application/gzip')],
  ['rar', kind('application/x-rar-compressed')],
  ['iso', kind('application/x-iso9660-image')],
  ['pdf', kind('application/pdf')],
  ['epub', kind('application/epub+zip', 'zip')],
  ['xps', kind('application/vnd.ms-xpsdocument', 'zip')],
  ['docx', kind(`${office}.wordprocessingml.document`, 'zip')],
  ['xlsx', kind(`${office}.spreadsheetml.sheet`, 'zip')],
  ['pptx', kind(`${office}.presentationml.presentation`, 'zip')],
  ['doc', kind('application/msword', oldOffice)],
  ['xls', kind('application/vnd.ms-excel', oldOffice)],
  ['ppt', kind('application/vnd.ms-powerpoint', oldOffice)],
  ['wps', kind('application/vnd.ms-works', oldOffice)],
  ['pub', kind('application/octet-stream', ['application/x-cfb'])],
  ['cer', kind('application/pkix-cert', [])],
  ['txt', text()],
  ['csv', text('text/csv')],
  ['json', text('application/json')],
  ['css', text('text/css')],
  ['md', text('text/markdown')],
  ['log', text()],
  ['yaml', text()],
  ['yml', text()],
  ['sql', text()],
])

/** The media type of files of unknown type. */
export const unknownType = 'application/octet-stream'

// Extensions that a web server or a desktop might execute. Source: reference, api-facts 17.1.
const blocked = new Set(
  (
    'php php3 php4 php5 php7 php8 phps phtml pht jsp jspx jspa jsw jsv asp aspx asa asax ascx ashx cfm cfml ' +
    'pl cgi py sh bash zsh bat cmd com scr vb vbe vbs ws wsf hta htaccess shtml shtm stm'
  ).split(' '),
)

const extensionsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split('.')
    .slice(1)
    .map((part) => part.trim())

/** Returns the last extension of a file name in lower case; empty without one. */
export const getExtension = (name: string): string => extensionsOf(name).at(-1) ?? ''

/** Returns the first blocked extension in a name, not only the last; undefined when there is none. */
export const findBlockedExtension = (name: string): string | undefined =>
  extensionsOf(name).find((part) => blocked.has(part))

/** Returns the kind of a file with this extension; undefined when the extension is not on the list. */
export const findFileKind = (extension: string): FileKind | undefined => kinds.get(extension)

const images = new Map([
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/bmp', 'bmp'],
])

/**
 * Returns the extension of an image that may be shown in a page, by its detected type; undefined for all other types.
 * SVG is excluded because it can hold scripts.
 */
export const findImageExtension = (type: string): string | undefined => images.get(type)

const players = new Set(['audio/mpeg', 'audio/wav', 'audio/flac', 'video/mp4', 'video/quicktime', 'video/matroska'])

/**
 * Whether browsers may display a file of this type; all other types are downloaded. PDF is excluded: browsers refuse to
 * display one in the sandbox that every file is sent with.
 */
export const isDisplayable = (type: string): boolean => images.has(type) || players.has(type)
