import type { Lang } from '#src/core/i18n.ts'

interface TypeWords {
  text: string
  textOf(most: number): string
  number: string
  truth: string
  object: string
  objects: string
  any: string
  empty: string
  or: string
  listOf(what: string): string
  /** Describes a type with its default value. */
  unsaid(type: string, value: string): string
}

/** Descriptions of types. Types of the API (ids, switches, dates) have their own, in `src/shared/contract/fields.ts`. */
export const typeDescriptions: Record<Lang, TypeWords> = {
  en: {
    text: 'text',
    textOf: (most) => `text, at most ${most} characters`,
    number: 'number',
    truth: 'true or false',
    object: 'object',
    objects: 'objects',
    any: 'any value',
    empty: 'empty list',
    or: ' or ',
    listOf: (what) => `list of ${what}`,
    unsaid: (type, value) => `${type}; defaults to ${value}`,
  },
  zh: {
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
  },
}
