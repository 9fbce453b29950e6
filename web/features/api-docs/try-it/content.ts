import type { CallResponse } from './atoms.ts'

/** The ways to view the body of a response. */
export type BodyView = 'tree' | 'pretty' | 'raw' | 'preview'

/** Returns a header of a response; empty when it is missing. */
const headerOf = ({ headers }: Pick<CallResponse, 'headers'>, name: string): string =>
  headers.find((one) => one.name.toLowerCase() === name)?.value ?? ''

/** Returns the media type of a response in lower case, without its parameters. */
export const getMediaType = (answer: Pick<CallResponse, 'headers'>): string =>
  (headerOf(answer, 'content-type').split(';', 1)[0] ?? '').trim().toLowerCase()

const pictures = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
  'image/x-icon',
])

/** Whether a response is an image that a browser renders without running scripts. */
const isPicture = (answer: CallResponse): boolean =>
  answer.is_base64 && !answer.is_truncated && pictures.has(getMediaType(answer))

/** Whether a response is HTML. */
const isHtml = (answer: CallResponse): boolean => !answer.is_base64 && /html/.test(getMediaType(answer))

const languages: [RegExp, string][] = [
  [/json/, 'json'],
  [/html|xml/, 'xml'],
  [/javascript/, 'javascript'],
  [/css/, 'css'],
  [/yaml/, 'yaml'],
  [/markdown/, 'markdown'],
]

/** Returns the language to highlight a response with; empty for none. */
export function getLanguage(answer: CallResponse): string {
  const known = languages.find(([pattern]) => pattern.test(getMediaType(answer)))?.[1]
  if (known) return known
  return /^\s*[[{]/.test(answer.content) ? 'json' : /^\s*<[!?a-z]/i.test(answer.content) ? 'xml' : ''
}

/** Returns the views available for a response, the best first. */
export function getBodyViews(answer: CallResponse): BodyView[] {
  if (isPicture(answer)) return ['preview']
  if (answer.is_base64) return []
  return isHtml(answer) ? ['pretty', 'preview', 'raw'] : ['pretty', 'raw']
}

/** Returns the bytes of a response. */
export function getBodyBytes(answer: CallResponse): Uint8Array<ArrayBuffer> {
  if (!answer.is_base64) return new TextEncoder().encode(answer.content)
  return Uint8Array.from(atob(answer.content), (letter) => letter.codePointAt(0) ?? 0)
}

const endings: Record<string, string> = {
  json: 'json',
  xml: 'xml',
  html: 'html',
  plain: 'txt',
  csv: 'csv',
  pdf: 'pdf',
  zip: 'zip',
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
}

/** Returns the file name for a response: from its headers, else from the URL. */
export function getFileName(answer: CallResponse): string {
  const [, named] = /filename="?([^";\r\n]{1,150})"?/i.exec(headerOf(answer, 'content-disposition')) ?? []
  const last = URL.canParse(answer.url) ? (new URL(answer.url).pathname.split('/').at(-1) ?? '') : ''
  const name = (named ?? last).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '') || 'response'
  if (/\.[a-z0-9]{1,5}$/i.test(name)) return name
  const kind = getMediaType(answer).split(/[/+]/).at(-1) ?? ''
  return `${name}.${endings[kind] ?? (answer.is_base64 ? 'bin' : 'txt')}`
}

/** Returns a page for display that runs no scripts and loads nothing. */
export const toInertHtml = (html: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">${html}`
