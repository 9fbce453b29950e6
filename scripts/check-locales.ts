import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '#shared/contract/errors.ts'

/** The messages of one language: keys such as 'viewer:menu.edit' with their text. */
type Words = Map<string, string>

const root = fileURLToPath(new URL('..', import.meta.url))
const plural = /_(zero|one|two|few|many|other)$/

/** Flattens nested messages to dotted keys. */
function flatten(value: unknown, prefix: string, into: Words = new Map()): Words {
  if (typeof value === 'string') into.set(prefix, value)
  else if (value && typeof value === 'object') {
    const joint = prefix === '' || prefix.endsWith(':') ? '' : '.'
    for (const [key, inner] of Object.entries(value)) flatten(inner, `${prefix}${joint}${key}`, into)
  }
  return into
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Returns all messages of the server in `lang`. */
export const serverMessages = (lang: string): Words =>
  flatten(
    readJson(`src/shared/locales/import-reasons-${lang}.json`),
    'importReasons:',
    flatten(
      readJson(`src/shared/locales/health-${lang}.json`),
      'health:',
      flatten(readJson(`src/shared/locales/${lang}.json`), 'server:'),
    ),
  )

/** Returns all messages of the pages in `lang`. */
export function webMessages(lang: string): Words {
  const words: Words = new Map()
  for (const file of readdirSync(join(root, 'web/locales', lang)).filter((name) => name.endsWith('.json'))) {
    flatten(readJson(`web/locales/${lang}/${file}`), `${file.slice(0, -5)}:`, words)
  }
  return words
}

const baseKeys = (words: Words) => new Set([...words.keys()].map((key) => key.replace(plural, '')))
const placeholders = (text: string) => [...new Set(text.match(/\{+\s*[\w.]+/g) ?? [])].sort().join()

/** Describes the differences between two languages; plural forms may differ, names in braces may not. */
export function differences(en: Words, zh: Words): string[] {
  const inEn = baseKeys(en)
  const inZh = baseKeys(zh)
  const missing = [
    ...[...inEn].filter((key) => !inZh.has(key)).map((key) => `${key}: missing in zh`),
    ...[...inZh].filter((key) => !inEn.has(key)).map((key) => `${key}: missing in en`),
  ]
  const broken = [...en].flatMap(([key, text]) => {
    const other = zh.get(key)
    return other !== undefined && placeholders(other) !== placeholders(text) ? [`${key}: other names in braces`] : []
  })
  const empty = [...en, ...zh].filter(([, text]) => text.trim() === '').map(([key]) => `${key}: empty`)
  return [...missing, ...broken, ...empty]
}

const counted =
  /\{\{(?:count|rows|columns|added|removed|letters|pages|shown|total|number|days)\}\} (?:more )?[a-z-]+s\b/

/** Messages whose number is never one, such as limits; and plurals whose singular is a separate message. */
const neverOne = new Set([
  'admin:items.delete.text',
  'sheet-table:paperCut',
  'sheet:import.cut',
  'team:bind.many',
  'user-picker:add.many',
])

/** Returns the keys of English messages that put a number before a plural and have no singular form. */
export const withoutSingular = (en: Words): string[] =>
  [...en].filter(([key, text]) => counted.test(text) && !plural.test(key) && !neverOne.has(key)).map(([key]) => key)

const sourceFiles = (): string[] =>
  readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('locales'))
    .map((path) => join(root, 'web', path))

interface Use {
  file: string
  /** The namespaces that this file loads. */
  namespaces: string[]
  text: string
}

const readUse = (file: string): Use => {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, inside]) =>
    [...(inside ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''),
  )
  return { file: file.slice(root.length), text, namespaces: [...new Set(named)] }
}

/**
 * Whether `key` is known; a file that receives its `t` from elsewhere may use any namespace (the types check which).
 */
const isKnown = (key: string, namespaces: readonly string[], known: ReadonlySet<string>) => {
  if (key.includes(':')) return known.has(key)
  if (namespaces.length > 0) return namespaces.some((name) => known.has(`${name}:${key}`))
  return [...known].some((one) => one.endsWith(`:${key}`))
}

/** Returns literal keys in web/ that no language has. */
function unknownKeys(words: Words): string[] {
  const known = baseKeys(words)
  return sourceFiles()
    .map(readUse)
    .flatMap(({ file, text, namespaces }) =>
      [...text.matchAll(/\bt\(\s*'([\w:.-]+)'/g)]
        .map(([, key]) => key ?? '')
        .filter((key) => !isKnown(key, namespaces, known))
        .map((key) => `${file}: no words for ${key}`),
    )
}

/**
 * Returns messages that nothing in web/ uses. A key counts as used when a file contains it as text, whole or as a
 * template.
 */
function unusedKeys(words: Words): string[] {
  const all = sourceFiles()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const templates = [...all.matchAll(/`([\w:.-]*)\$\{[^}]+\}([\w:.-]*)`/g)]
    .map(([, start = '', end = '']) => ({ start, end }))
    .filter(({ start }) => start.length > 2)
  const quoted = new Set([...all.matchAll(/(?<=(['"`]))[\w:.-]+(?=\1)/g)].map(([text]) => text))
  return [...baseKeys(words)]
    .filter((key) => {
      const plain = key.slice(key.indexOf(':') + 1)
      if (quoted.has(plain) || quoted.has(key)) return false
      return !templates.some(({ start, end }) =>
        [plain, key].some((one) => one.startsWith(start) && one.endsWith(end) && one.length > start.length),
      )
    })
    .map((key) => `${key}: unused`)
}

/** Describes where the messages of the server differ from the error names, or between the languages. */
function serverDifferences(): string[] {
  const names = Object.keys(errorCodes).map((name) => `errors.${name}`)
  const en = flatten(readJson('src/shared/locales/en.json'), '')
  const zh = flatten(readJson('src/shared/locales/zh.json'), '')
  const unknown = [...en.keys()].filter((key) => key.startsWith('errors.') && !names.includes(key))
  return [
    ...names.filter((name) => !en.has(name)).map((name) => `src/shared/locales: ${name} missing`),
    ...unknown.map((key) => `src/shared/locales: ${key} is no error`),
    ...differences(en, zh).map((line) => `src/shared/locales: ${line}`),
  ]
}

/** Returns all problems with the messages of both languages. */
function localeProblems(): string[] {
  const en = webMessages('en')
  return [...differences(en, webMessages('zh')), ...unknownKeys(en), ...unusedKeys(en), ...serverDifferences()]
}

if (import.meta.main) {
  const problems = localeProblems()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`words: ${webMessages('en').size} keys, both languages equal`)
}
