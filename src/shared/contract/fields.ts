/**
 * The building blocks of every input and output: the text form of a value on the wire, and its type in the code.
 *
 * Inputs arrive as form text (or JSON); outputs leave as JSON. `DigitString` marks what the specification's clients
 * expect as a digit string: ids, counters and times in the database.
 */
import { z } from 'zod'
import { trimName } from './name.ts'

/** A text of the reference in English and in Chinese. */
export type Description = readonly [en: string, zh: string]

/** Returns `schema` with what a field of it means, for the reference and for error messages. */
export const described = <S extends z.ZodType>(schema: S, text: Description): S => schema.meta({ text })

/** Returns the text that `described` gave to `schema`. */
export const descriptionOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema)?.['text'] as Description

/** Returns the description of a type in the reference, in English and in Chinese, for the `meta` of a shape. */
export const typeDescription = (en: string, zh: string) => ({ description: en, 'x-description-zh': zh })

/**
 * Returns the `meta` of an object that is built as a whole and not checked in each response: `shape` describes its
 * content.
 */
export const objectMeta = (shape: z.ZodObject) => ({
  type: 'object',
  get properties() {
    return z.toJSONSchema(shape, { unrepresentable: 'any' }).properties
  },
})

/** A text in a response, which the server may pass on as it is stored: a value that serializes itself. */
export const SentText = z
  .custom<string | { toJSON(): unknown }>(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null && 'toJSON' in value),
  )
  .transform((text) => text as string)
  .pipe(z.custom<string>())
  .meta({ type: 'string' })

const idPattern = /^[1-9]\d{0,15}$/

/** An id: 1 to 16 digits without a leading zero. Anything else is a parameter error, never 0. Source: security rules 3. */
export const Id = z
  .union([z.string().regex(idPattern), z.int().positive()])
  .transform(Number)
  .meta(typeDescription('id', 'ID'))

/** An id, or 0 (also empty or missing) for "a new one" or "none". */
export const OptionalId = z
  .union([z.literal(['', '0', 0]), Id])
  .optional()
  .transform((value) => Number(value ?? 0))
  .meta(typeDescription('id, or 0 for none', 'ID，0 表示没有'))

/** An id, or 0 (also empty), where leaving it out means "unchanged". */
export const NullableId = z
  .union([z.literal(['', '0', 0]), Id])
  .transform(Number)
  .optional()
  .meta(typeDescription('id, or 0 for none; unchanged if omitted', 'ID，0 表示没有；不传则不变'))

/** An item by its id or its custom address (`item_domain`). A number stays a number; an address stays text. */
export const ItemRef = z
  .union([Id, z.string().regex(/^[a-z0-9]{1,50}$/i)])
  .meta(typeDescription('id or custom URL of a project', '项目 ID 或自定义地址'))

/** A switch. On the wire `1`, `true`, `0`, `false` or nothing. */
export const Flag = z
  .union([z.boolean(), z.literal(['1', '0', 'true', 'false', '', 1, 0])])
  .optional()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
  .meta(typeDescription('1 or 0', '1 或 0'))

/** A switch, where leaving it out means "unchanged". */
export const OptionalFlag = z
  .union([z.boolean(), z.literal(['1', '0', 'true', 'false', 1, 0])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
  .optional()
  .meta(typeDescription('1 or 0; unchanged if omitted', '1 或 0；不传则不变'))

// Bounds that only ensure a valid number mean nothing to a reader.
const worthSaying = 1_000_000

/** A whole number within bounds; text or number on the wire. */
export const Int = (min: number, max: number) =>
  z
    .union([z.string().regex(/^-?\d{1,15}$/), z.int()])
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta(
      max > worthSaying
        ? typeDescription('whole number', '整数')
        : typeDescription(`${min} to ${max}`, `${min} 至 ${max}`),
    )

/**
 * The sort order of a page or catalog among its siblings. Scripts send dates of 14 digits. Source: reference,
 * formats-and-data 1.3.
 */
export const SortNumber = Int(1 - 1e15, 1e15 - 1)

const clamped = (min: number, max: number, unsaid: number) =>
  z
    .union([z.string().regex(/^(-?\d{1,15})?$/), z.int()])
    .optional()
    .transform((value) => (value === undefined || value === '' ? unsaid : Math.min(max, Math.max(min, Number(value)))))
    .meta(typeDescription(`${min} to ${max}; defaults to ${unsaid}`, `${min} 至 ${max}，默认 ${unsaid}`))

/**
 * The requested part of a list: `page` from 1, and `count` rows of it, `rows` by default. Values outside the bounds are
 * clamped. Source: security rules 3.
 */
export const pagingFields = (rows: number) => ({
  page: described(clamped(1, 100_000, 1), ['Page number of the list', '页码']),
  count: described(clamped(1, 100, rows), ['Rows per page of the list', '每页行数']),
})

// Control characters other than tab and line ends, bidirectional controls, which disguise text, and lone surrogates.
const badInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/
const badInPage = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

// A character decomposes into at most this many; sorting a longer run of combining marks takes time that grows with its
// square, hours for what fits into a body. Both are checked before a text is normalized to NFC.
const longestDecomposed = 4
const runOfMarks = /\p{M}{64}/u

const fitToNormalise = (max: number) => (value: string, context: z.RefinementCtx) => {
  if (value.length > longestDecomposed * max)
    context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
  else if (runOfMarks.test(value)) context.addIssue({ code: 'custom', message: 'too many marks', input: value })
}

/** The message of the validation issue for a text with a disallowed character. */
export const invalidCharacterIssue = 'control characters'

const clean = (bad: RegExp) => (value: string) => !bad.test(value) && value.isWellFormed()

/** At most `most` ids in a comma-separated list; an empty list is allowed, an invalid id is not. */
export const IdListUpTo = (most: number) =>
  z
    .union([z.string().max(20 * most), z.array(Id), Id])
    .transform((value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value))
    .transform((value) => (Array.isArray(value) ? value : [value]).filter((part) => part !== ''))
    .pipe(z.array(Id).max(most))
    .meta(typeDescription('ids, separated by commas', '多个 ID，以逗号分隔'))

/** Ids in a comma-separated list, as most calls take them. */
export const IdList = IdListUpTo(1000)

// Source: security rules 3, Requests.
const jsonDepth = 32
const jsonNodes = 20_000

/** Returns whether JSON text holds no more than a field may, by its characters only, before anything is parsed. */
function fitsField(text: string, mostNodes: number): boolean {
  let depth = 0
  let nodes = 0
  for (let at = 0, inText = false; at < text.length; at++) {
    const sign = text[at]
    if (inText && sign === '\\') at++
    else if (sign === '"') inText = !inText
    else if (!inText && (sign === ',' || sign === '[' || sign === '{')) nodes++
    if (!inText && (sign === '[' || sign === '{')) depth++
    else if (!inText && (sign === ']' || sign === '}')) depth--
    if (depth > jsonDepth || nodes > 2 * mostNodes) return false
  }
  return true
}

/**
 * A value of `shape`, sent as JSON text (as in a form) or, in a JSON body, as it is.
 *
 * @param mostNodes how many values the text may hold
 */
export const JsonText = <S extends z.ZodType>(shape: S, mostNodes = jsonNodes) =>
  z
    .unknown()
    .transform((value, context): unknown => {
      if (typeof value !== 'string') return value
      try {
        if (fitsField(value, mostNodes)) return JSON.parse(value)
      } catch {
        // Rejected below, like a text that is too large.
      }
      context.addIssue({ code: 'custom', message: 'no JSON', input: value })
      return z.NEVER
    })
    .pipe(shape)
    .meta({
      ...typeDescription('JSON', 'JSON'),
      contentMediaType: 'application/json',
      // A getter, because only the reference needs it.
      get contentSchema() {
        return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
      },
    })

/**
 * Text of at most `max` characters, normalized to NFC, without control characters. A longer text is an error, never
 * cut.
 */
export const Text = (max: number, min = 0) =>
  z
    .string()
    .superRefine(fitToNormalise(max))
    .refine(clean(badInText), { error: invalidCharacterIssue })
    .transform((value) => value.normalize('NFC'))
    .pipe(z.string().min(min).max(max))
    .meta(typeDescription(`text, at most ${max} characters`, `文本，最多 ${max} 个字符`))

/**
 * A name or title on one line: trimmed, at least `min` (default 1) and at most `max` characters (default 200). A name
 * without visible characters counts as empty.
 */
export const SingleLine = (max = 200, min = 1) =>
  z
    .string()
    .superRefine((value, context) => fitToNormalise(max)(value.trim(), context))
    .refine((value) => clean(badInText)(value) && !/[\r\n]/.test(value), { error: invalidCharacterIssue })
    .transform((value) => trimName(value).normalize('NFC'))
    .pipe(z.string().min(min).max(max))
    .meta(typeDescription(`one line, at most ${max} characters`, `单行文本，最多 ${max} 个字符`))

/** Maximum size of a page, in UTF-8 bytes. Source: security rules 3. */
export const pageMaxBytes = 5_000_000

/** Maximum size of a page of a spreadsheet item, in UTF-8 bytes: 10,000 rows of 20 columns, and some spare room. */
export const sheetMaxBytes = 20_000_000

/**
 * A page's Markdown: exactly as typed, rejected only for characters that no text may have. Its size is checked on save.
 */
export const PageText = z
  .string()
  .refine(clean(badInPage), { error: invalidCharacterIssue })
  .meta(typeDescription('text, at most 5 MB', '文本，最多 5 MB'))

/** The text of a page, possibly of a spreadsheet item. */
export const ItemPageText = PageText.meta(
  typeDescription('text, at most 5 MB, in a spreadsheet project 20 MB', '文本，最多 5 MB，表格项目最多 20 MB'),
)

/** A secret as typed: never normalized, never trimmed; the limit only protects the hash function. */
export const Secret = z.string().max(128)

/** The key of an item, for calls of the open API. Optional here: a missing key gets the same error as a wrong one. */
export const keyFields = {
  api_key: described(z.string().max(200).optional(), ['The project’s api_key', '项目的 api_key']),
  api_token: described(z.string().max(200).optional(), ['The project’s api_token', '项目的 api_token']),
}

/** The answer to a captcha and its id. Optional, because the setting `captcha` may not require one. */
export const captchaFields = {
  captcha: described(z.string().max(20).optional(), [
    'Captcha code: the characters shown in the image',
    '验证码图片中的字符',
  ]),
  captcha_id: described(z.string().max(40).optional(), [
    'Captcha ID, from common/createCaptcha',
    '验证码编号，由 common/createCaptcha 返回',
  ]),
}

/** A number as a digit string: ids, counters and times of the database. */
export const DigitString = z.number().transform(String).pipe(z.string()).meta(typeDescription('digits', '数字文本'))

/** A time in Unix seconds as the text `YYYY-MM-DD HH:MM:SS` in the server's zone. */
export const DateText = z
  .number()
  .transform((seconds) => dateText(seconds))
  .pipe(z.string())
  .meta(typeDescription('date and time', '日期时间'))

const two = (value: number) => String(value).padStart(2, '0')

/** Formats Unix seconds as `YYYY-MM-DD HH:MM:SS` in the server's zone; empty for 0. */
export function dateText(seconds: number): string {
  if (seconds <= 0) return ''
  const at = new Date(seconds * 1000)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `data: []`, which existing clients expect from an operation that returns nothing. */
export const EmptyList = z.array(z.never())

/** A file from a multipart form; it is in the data folder until the handler has moved or read it. */
export interface ReceivedFile {
  /** The file name that the sender gave, without any path. */
  name: string
  /** The path of its bytes. Removed after the handler has returned, unless it was moved away. */
  path: string
  sizeBytes: number
}
