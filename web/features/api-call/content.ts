import type { CallAnswer } from './atoms.ts'

/** How the content of an answer can be looked at. */
export type Look = 'tree' | 'pretty' | 'raw' | 'preview'

/** A header of an answer; empty when it has none. */
const headerOf = ({ headers }: Pick<CallAnswer, 'headers'>, name: string): string =>
  headers.find((one) => one.name.toLowerCase() === name)?.value ?? ''

/** The media type of an answer, in small letters, without its parameters. */
export const mediaOf = (answer: Pick<CallAnswer, 'headers'>): string =>
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

/** Whether an answer is a picture that a browser draws without running anything. */
const isPicture = (answer: CallAnswer): boolean =>
  answer.is_base64 && !answer.is_truncated && pictures.has(mediaOf(answer))

/** Whether an answer is a page. */
const isHtml = (answer: CallAnswer): boolean => !answer.is_base64 && /html/.test(mediaOf(answer))

const languages: [RegExp, string][] = [
  [/json/, 'json'],
  [/html|xml/, 'xml'],
  [/javascript/, 'javascript'],
  [/css/, 'css'],
  [/yaml/, 'yaml'],
  [/markdown/, 'markdown'],
]

/** The language that colours an answer; empty for none. */
export function languageOf(answer: CallAnswer): string {
  const known = languages.find(([pattern]) => pattern.test(mediaOf(answer)))?.[1]
  if (known) return known
  return /^\s*[[{]/.test(answer.content) ? 'json' : /^\s*<[!?a-z]/i.test(answer.content) ? 'xml' : ''
}

/** The looks that an answer has, the best first. */
export function looksOf(answer: CallAnswer): Look[] {
  if (isPicture(answer)) return ['preview']
  if (answer.is_base64) return []
  return isHtml(answer) ? ['pretty', 'preview', 'raw'] : ['pretty', 'raw']
}

/** The bytes of an answer. */
export function bytesOf(answer: CallAnswer): Uint8Array<ArrayBuffer> {
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

/** What an answer is called as a file: as its host says, else by the address. */
export function fileNameOf(answer: CallAnswer): string {
  const [, named] = /filename="?([^";\r\n]{1,150})"?/i.exec(headerOf(answer, 'content-disposition')) ?? []
  const last = URL.canParse(answer.url) ? (new URL(answer.url).pathname.split('/').at(-1) ?? '') : ''
  const name = (named ?? last).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '') || 'response'
  if (/\.[a-z0-9]{1,5}$/i.test(name)) return name
  const kind = mediaOf(answer).split(/[/+]/).at(-1) ?? ''
  return `${name}.${endings[kind] ?? (answer.is_base64 ? 'bin' : 'txt')}`
}

/** A page as it is shown: nothing in it runs, and nothing is fetched for it. */
export const stillPage = (html: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">${html}`
