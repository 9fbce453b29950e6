/**
 * The building blocks of every input and output: how a value looks as text on the wire, and what it is in the code.
 *
 * Inputs arrive as form text (or JSON); outputs leave as JSON. `Ns` marks what the specification's clients expect as a
 * digit string: ids, counters and times kept in the database.
 */
import { z } from 'zod'
import { trimName } from './name.ts'

/** How a type reads in the reference, in English and in Chinese, for the `meta` of a shape. */
export const typeDescription = (en: string, zh: string) => ({ description: en, 'x-description-zh': zh })

/** The `meta` of an object that is made as a whole and not looked through at each answer: `shape` says what is in it. */
export const objectMeta = (shape: z.ZodObject) => ({
  type: 'object',
  get properties() {
    return z.toJSONSchema(shape).properties
  },
})

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

/** An id, or 0 (also empty), where leaving it out means "as it is". */
export const NullableId = z
  .union([z.literal(['', '0', 0]), Id])
  .transform(Number)
  .optional()
  .meta(typeDescription('id, or 0 for none; left out: as it is', 'ID，0 表示没有；不传则不变'))

/** An item by its id or its own address (`item_domain`). A number stays a number; an address stays text. */
export const ItemRef = z
  .union([Id, z.string().regex(/^[a-z0-9]{1,50}$/i)])
  .meta(typeDescription('id or own address of an item', '项目 ID 或个性域名'))

/** A switch. On the wire `1`, `true`, `0`, `false` or nothing. */
export const Flag = z
  .union([z.boolean(), z.literal(['1', '0', 'true', 'false', '', 1, 0])])
  .optional()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
  .meta(typeDescription('1 or 0', '1 或 0'))

/** A switch, where leaving it out means "as it is". */
export const OptionalFlag = z
  .union([z.boolean(), z.literal(['1', '0', 'true', 'false', 1, 0])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')
  .optional()
  .meta(typeDescription('1 or 0; left out: as it is', '1 或 0；不传则不变'))

// Bounds that only keep a number a number tell a reader nothing.
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

/** Where a page or catalog stands among its neighbours. Scripts send dates of 14 digits. Source: reference, formats-and-data 1.3. */
export const SortNumber = Int(1 - 1e15, 1e15 - 1)

const clamped = (min: number, max: number, unsaid: number) =>
  z
    .union([z.string().regex(/^(-?\d{1,15})?$/), z.int()])
    .optional()
    .transform((value) => (value === undefined || value === '' ? unsaid : Math.min(max, Math.max(min, Number(value)))))
    .meta(typeDescription(`${min} to ${max}; ${unsaid} when left out`, `${min} 至 ${max}，默认 ${unsaid}`))

/**
 * Which part of a list is asked for: `page` from 1, and `count` rows of it, `rows` when not said. What lies outside the
 * bounds is brought to the nearest one. Source: security rules 3.
 */
export const pagingFields = (rows: number) => ({ page: clamped(1, 100_000, 1), count: clamped(1, 100, rows) })

// Control characters other than tab and line ends, the direction controls that make text read as what it is not, and
// halves of surrogate pairs.
const badInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/
const badInPage = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

// Characters are composed of at most this many; putting a longer run of marks in order takes a time that grows with its
// square, hours for what fits into a body. Both are looked at before a text is made NFC.
const longestDecomposed = 4
const runOfMarks = /\p{M}{64}/u

const fitToNormalise = (max: number) => (value: string, context: z.RefinementCtx) => {
  if (value.length > longestDecomposed * max)
    context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
  else if (runOfMarks.test(value)) context.addIssue({ code: 'custom', message: 'too many marks', input: value })
}

/** The message of the issue that a text with a character that no text may hold has. */
export const invalidCharacterIssue = 'control characters'

const clean = (bad: RegExp) => (value: string) => !bad.test(value) && value.isWellFormed()

/** Ids in a comma list; an empty list is allowed, a thing that is no id is not. */
export const IdList = z
  .union([z.string().max(20_000), z.array(Id), Id])
  .transform((value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value))
  .transform((value) => (Array.isArray(value) ? value : [value]).filter((part) => part !== ''))
  .pipe(z.array(Id).max(1000))
  .meta(typeDescription('ids, separated by commas', '多个 ID，以逗号分隔'))

// Source: security rules 3, Requests.
const jsonDepth = 32
const jsonNodes = 20_000

/** Whether JSON text holds no more than a field may, told by its signs alone, before anything is built of it. */
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
 * A value of `shape`, sent as JSON text (as a form has it) or, in a JSON body, as it is.
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
        // refused below, like one that is too large
      }
      context.addIssue({ code: 'custom', message: 'no JSON', input: value })
      return z.NEVER
    })
    .pipe(shape)
    .meta({
      ...typeDescription('JSON', 'JSON'),
      contentMediaType: 'application/json',
      // worked out when it is asked for, which only the reference does
      get contentSchema() {
        return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
      },
    })

/** Text of at most `max` characters, made NFC, without control characters. Over the limit is an error, never a cut. */
export const Text = (max: number, min = 0) =>
  z
    .string()
    .superRefine(fitToNormalise(max))
    .refine(clean(badInText), { error: invalidCharacterIssue })
    .transform((value) => value.normalize('NFC'))
    .pipe(z.string().min(min).max(max))
    .meta(typeDescription(`text, at most ${max} characters`, `文本，最多 ${max} 个字符`))

/**
 * A name or title on one line: trimmed, at least `min` (1 unless told) and at most `max` characters (200 unless told). One in
 * which nothing can be seen is empty.
 */
export const SingleLine = (max = 200, min = 1) =>
  z
    .string()
    .superRefine((value, context) => fitToNormalise(max)(value.trim(), context))
    .refine((value) => clean(badInText)(value) && !/[\r\n]/.test(value), { error: invalidCharacterIssue })
    .transform((value) => trimName(value).normalize('NFC'))
    .pipe(z.string().min(min).max(max))
    .meta(typeDescription(`one line, at most ${max} characters`, `单行文本，最多 ${max} 个字符`))

/** The most that a page may hold, in UTF-8 bytes. Source: security rules 3. */
export const pageMaxBytes = 5_000_000

/** The most that the page of a spreadsheet item may hold, in UTF-8 bytes: 10,000 rows of 20 columns, and room beside. */
export const sheetMaxBytes = 20_000_000

/** A page's Markdown: the person's own characters, only those refused that no text has. Its size is checked on save. */
export const PageText = z
  .string()
  .refine(clean(badInPage), { error: invalidCharacterIssue })
  .meta(typeDescription('text, at most 5 MB', '文本，最多 5 MB'))

/** The text of a page, which may be that of a spreadsheet item. */
export const ItemPageText = PageText.meta(
  typeDescription('text, at most 5 MB, in a spreadsheet item 20 MB', '文本，最多 5 MB，表格项目最多 20 MB'),
)

/** A secret as typed: never normalised, never trimmed; the limit only keeps it out of the hash function. */
export const Secret = z.string().max(128)

/** The key of an item, for calls of the open API. Optional here: a missing one is answered as a wrong one. */
export const keyFields = { api_key: z.string().max(200).optional(), api_token: z.string().max(200).optional() }

/** A captcha's answer and its id. Optional, because the setting `captcha` may not ask for one. */
export const captchaFields = {
  captcha: z.string().max(20).optional(),
  captcha_id: z.string().max(40).optional(),
}

/** A digit string made of a number: ids, counters and times of the database. */
export const DigitString = z.number().transform(String).pipe(z.string()).meta(typeDescription('digits', '数字文本'))

/** A moment, Unix seconds, as the text `YYYY-MM-DD HH:MM:SS` in the server's zone. */
export const DateText = z
  .number()
  .transform((seconds) => dateText(seconds))
  .pipe(z.string())
  .meta(typeDescription('date and time', '日期时间'))

const two = (value: number) => String(value).padStart(2, '0')

/** Unix seconds as `YYYY-MM-DD HH:MM:SS` in the server's zone; empty for 0. */
export function dateText(seconds: number): string {
  if (seconds <= 0) return ''
  const at = new Date(seconds * 1000)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `data: []`, which existing clients expect of a deed that gives nothing back. */
export const EmptyList = z.array(z.never())

/** A file that came with a multipart form; it lies in the data folder until the handler has moved or read it. */
export interface ReceivedFile {
  /** The sender's name for it, without any path. */
  name: string
  /** Where its bytes are. Removed after the handler has returned, unless it was moved away. */
  path: string
  sizeBytes: number
}
