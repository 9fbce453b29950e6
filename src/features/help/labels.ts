import type { ErrorName } from '#shared/contract/errors.ts'
import type { Lang } from '#src/core/i18n.ts'

/** Errors of access, parsing and transport, which no endpoint declares itself. */
export const sharedErrors: readonly ErrorName[] = [
  'badParameter',
  'textTooLong',
  'characterBad',
  'notLoggedIn',
  'noRight',
  'adminOnly',
  'itemUnknown',
  'itemPasswordNeeded',
  'loginForced',
  'tooManyTries',
  'teamGone',
  'pageGone',
  'catalogGone',
  'crossSite',
  'badRequest',
  'bodyTooLarge',
  'bodyTooSlow',
  'methodNotAllowed',
  'unknownCall',
  'tooManyRequests',
  'internal',
  'diskFull',
  'stopping',
]

interface Words {
  /** The header cells of tables. */
  fields: string
  answers: string
  refusals: string
  yes: string
  file: string
  fileMeaning: string
  /** The separator of two methods. */
  or: string
  whoMay(who: string): string
  sameAs(link: string): string
  noFields: string
  answersFile: string
  answersText: string
  answersObject: string
  answersList: string
  answersEmpty: string
  answersValue(type: string): string
  mayBeEmpty: string
  noEnvelope: string
  refusalsOwn: string
  allErrors: string
  allErrorsText: string
}

/** The texts between the facts. */
export const labels: Record<Lang, Words> = {
  en: {
    fields: '| Field | Required | Type | Description |',
    answers: '| Field | Type | Description |',
    refusals: '| Name | Code | Message |',
    yes: 'yes',
    file: 'file',
    fileMeaning: 'The file itself, as a multipart form',
    or: ' or ',
    whoMay: (who) => `for ${who}`,
    sameAs: (link) => `Another name for ${link}.`,
    noFields: 'No fields.',
    answersFile: 'Returns a file.',
    answersText: 'Returns plain text, including errors.',
    answersObject: 'Returns an object:',
    answersList: 'Returns a list. Each entry:',
    answersEmpty: 'Returns an empty list.',
    answersValue: (type) => `Returns: ${type}.`,
    mayBeEmpty: 'or an empty list',
    noEnvelope: 'returned directly, without `error_code` and `data`',
    refusalsOwn: 'Errors:',
    allErrors: 'All errors',
    allErrorsText: 'All errors by name. Placeholders in braces are replaced with values.',
  },
  zh: {
    fields: '| 字段 | 必填 | 类型 | 说明 |',
    answers: '| 字段 | 类型 | 说明 |',
    refusals: '| 名称 | 错误码 | 提示信息 |',
    yes: '是',
    file: '文件',
    fileMeaning: '文件本身，以 multipart 表单提交',
    or: ' 或 ',
    whoMay: (who) => `调用者：${who}`,
    sameAs: (link) => `${link} 的别名。`,
    noFields: '无字段。',
    answersFile: '返回文件。',
    answersText: '返回纯文本，错误信息也是纯文本。',
    answersObject: '返回对象：',
    answersList: '返回数组，每个元素：',
    answersEmpty: '返回空数组。',
    answersValue: (type) => `返回：${type}。`,
    mayBeEmpty: '或空数组',
    noEnvelope: '直接返回，不带 `error_code` 和 `data`',
    refusalsOwn: '错误：',
    allErrors: '全部错误',
    allErrorsText: '按名称列出全部错误，花括号中的内容会替换为实际值。',
  },
}
