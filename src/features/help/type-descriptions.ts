import { isNothing, type Shape, variants } from '#shared/contract/list-fields.ts'
import type { Lang } from '#src/core/i18n.ts'

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const withoutEmpty = (values: unknown[]): unknown[] => values.filter((value) => value !== '')

const en = {
  text: 'text',
  textOf: (most: number) => `text, at most ${most} characters`,
  number: 'number',
  truth: 'true or false',
  object: 'object',
  objects: 'objects',
  any: 'any value',
  empty: 'empty list',
  or: ' or ',
  listOf: (what: string) => `list of ${what}`,
  unsaid: (type: string, value: string) => `${type}; defaults to ${value}`,
}

const zh: typeof en = {
  text: '文本',
  textOf: (most) => `文本，最多 ${most} 个字符`,
  number: '数字',
  truth: '布尔值',
  object: '对象',
  objects: '对象',
  any: '任意值',
  empty: '空数组',
  or: ' 或 ',
  listOf: (what) => `数组：${what}`,
  unsaid: (type, value) => `${type}，默认 ${value}`,
}

/** Descriptions of types. Types of the API (ids, switches, dates) have their own, in `src/shared/contract/fields.ts`. */
const typeDescriptions = { en, zh }

function listText(shape: Shape, lang: Lang): string {
  const words = typeDescriptions[lang]
  if (isNothing(shape)) return words.empty
  const { items = {} } = shape
  if (items.prefixItems) return words.listOf(`[${items.prefixItems.map((one) => plainText(one, lang)).join(', ')}]`)
  const isObject = variants(items).every(({ properties }) => properties !== undefined)
  return words.listOf(isObject ? words.objects : plainText(items, lang))
}

function plainText(shape: Shape, lang: Lang): string {
  const words = typeDescriptions[lang]
  const described = lang === 'zh' ? (shape['x-description-zh'] ?? shape.description) : shape.description
  if (described !== undefined) return described
  if (shape.enum) return withoutEmpty(shape.enum).map(code).join(', ')
  if (shape.const !== undefined) return code(shape.const)
  if (shape.anyOf) {
    const texts = shape.anyOf.filter((one) => one.const !== '').map((one) => plainText(one, lang))
    return [...new Set(texts)].join(words.or)
  }
  if (shape.items) return listText(shape, lang)
  if (shape.properties || shape.type === 'object') return words.object
  if (shape.type === 'string') return shape.maxLength === undefined ? words.text : words.textOf(shape.maxLength)
  if (Array.isArray(shape.type)) return shape.type.map((type) => plainText({ type }, lang)).join(words.or)
  if (shape.type === 'number' || shape.type === 'integer') return words.number
  if (shape.type === 'boolean') return words.truth
  return words.any
}

/** Describes a type in words. */
export function describeType(shape: Shape, lang: Lang): string {
  const text = plainText(shape, lang)
  const unsaid = shape.default
  const isPlain = unsaid === undefined || unsaid === '' || unsaid === false || text === typeDescriptions[lang].object
  return isPlain ? text : typeDescriptions[lang].unsaid(text, code(unsaid))
}
