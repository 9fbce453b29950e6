import type { Controller, Endpoint } from '#shared/contract/endpoint.ts'
import { type ErrorName, errorCodes } from '#shared/contract/errors.ts'
import { type Description, keyFields } from '#shared/contract/fields.ts'
import { type Field, inputShape, isNothing, listFields, outputShape, type Shape } from '#shared/contract/list-fields.ts'
import en from '#shared/locales/en.json' with { type: 'json' }
import zh from '#shared/locales/zh.json' with { type: 'json' }
import type { Lang } from '#src/core/i18n.ts'
import { describeAccess } from './access-descriptions.ts'
import { curlExample } from './curl-example.ts'
import { getPrimaryNames, listControllers, type NamedEndpoint } from './endpoints.ts'
import { introduction } from './introduction.ts'
import { labels, sharedErrors } from './labels.ts'
import { describeType } from './type-descriptions.ts'

const messages = { en: en.errors, zh: zh.errors }

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

const table = (head: string, rows: string[][]): string => {
  const columns = head.split('|').length - 2
  const lines = rows.map((row) => `| ${row.map(cell).join(' | ')} |`)
  return [head, `|${'---|'.repeat(columns)}`, ...lines].join('\n')
}

const inLang = (pair: Description | undefined, lang: Lang): string => pair?.[lang === 'zh' ? 1 : 0] ?? ''

/** Returns the part after `#` in the address of a heading. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll('/', '')

function inputPart(endpoint: Endpoint, input: Shape, lang: Lang): string {
  const { fields, yes, file, fileMeaning, noFields } = labels[lang]
  // a missing key is rejected like a wrong one, so the parameter is declared as optional
  const needsKey = typeof endpoint.access === 'object' && 'key' in endpoint.access
  const rows = listFields(input).map((field) => [
    `\`${field.path}\``,
    field.isNeeded || (needsKey && field.name in keyFields) ? yes : '',
    describeType(field.shape, lang),
    inLang(field.shape.text, lang),
  ])
  if (endpoint.upload !== undefined) rows.unshift([`\`${endpoint.upload}\``, yes, file, fileMeaning])
  return rows.length === 0 ? noFields : table(fields, rows)
}

/** Returns the line above the table of a response. */
function answerLine(shape: Shape, fields: Field[], endpoint: Endpoint, lang: Lang): string {
  const { answersObject, answersList, answersEmpty, answersValue, mayBeEmpty, noEnvelope } = labels[lang]
  if (isNothing(shape)) return answersEmpty
  if (fields.length === 0) return answersValue(describeType(shape, lang))
  const line = fields.every(({ path }) => path.startsWith('[]')) ? answersList : answersObject
  const notes = [
    ...(shape.anyOf?.some(isNothing) ? [mayBeEmpty] : []),
    ...(endpoint.responseType === 'bare' ? [noEnvelope] : []),
  ]
  return notes.length === 0 ? line : line.replace(/[:：]$/, (colon) => ` (${notes.join('; ')})${colon}`)
}

function answerPart(endpoint: Endpoint, lang: Lang): string {
  const { answers, answersFile, answersText } = labels[lang]
  if (endpoint.responseType === 'file') return answersFile
  if (endpoint.responseType === 'text') return answersText
  const shape = outputShape(endpoint.output)
  const fields = listFields(shape)
  const line = answerLine(shape, fields, endpoint, lang)
  if (fields.length === 0) return line
  const rows = fields.map((field) => [
    `\`${field.path.replace(/^\[\]\./, '')}\``,
    describeType(field.shape, lang),
    inLang(field.shape.text, lang),
  ])
  return `${line}\n\n${table(answers, rows)}`
}

/** Returns a message with `{most}` as a placeholder for a value. */
const messageOf = (name: ErrorName, lang: Lang): string => messages[lang][name].replaceAll(/\{\{(\w+)\}\}/g, '{$1}')

const errorTable = (names: readonly ErrorName[], lang: Lang): string =>
  table(
    labels[lang].refusals,
    names.map((name) => [`\`${name}\``, String(errorCodes[name]), messageOf(name, lang)]),
  )

function methodOf({ responseType: answers, isSafe }: Endpoint, lang: Lang): string {
  if (answers === 'file') return '**GET**'
  return isSafe ? `**GET${labels[lang].or}POST**` : '**POST**'
}

function callSection(call: NamedEndpoint, firstName: string, lang: Lang): string {
  const { name, endpoint } = call
  const { refusalsOwn: ownErrors, sameAs } = labels[lang]
  const summary = inLang(endpoint.summary, lang)
  const parts = [
    `### ${name}`,
    lang === 'zh' ? `${summary}。` : `${summary}.`,
    `${methodOf(endpoint, lang)} \`/api/${name}\` · ${labels[lang].whoMay(describeAccess(endpoint.access, lang))}`,
  ]
  if (firstName !== name) return [...parts, sameAs(`[${firstName}](#${anchorOf(firstName)})`)].join('\n\n')
  const input = inputShape(endpoint.input)
  parts.push(inputPart(endpoint, input, lang), answerPart(endpoint, lang))
  if (endpoint.errors.length > 0) parts.push(ownErrors, errorTable(endpoint.errors, lang))
  parts.push(`\`\`\`sh\n${curlExample(name, endpoint, input)}\n\`\`\``)
  return parts.join('\n\n')
}

/**
 * Returns the reference of all endpoints of `contract` as Markdown, without a title: how to call the API, the
 * endpoints, all errors.
 */
export function apiReference(contract: Record<string, Controller>, lang: Lang): string {
  const controllers = listControllers(contract)
  const firstNames = getPrimaryNames(controllers)
  const sections = controllers.flatMap(({ about, calls }) => [
    `## ${inLang(about.title, lang)}`,
    inLang(about.text, lang),
    ...calls.map((call) => callSection(call, firstNames.get(call.endpoint) ?? call.name, lang)),
  ])
  const { allErrors, allErrorsText } = labels[lang]
  return [
    introduction[lang],
    errorTable(sharedErrors, lang),
    ...sections,
    `## ${allErrors}`,
    allErrorsText,
    errorTable(Object.keys(errorCodes) as ErrorName[], lang),
    '',
  ].join('\n\n')
}
