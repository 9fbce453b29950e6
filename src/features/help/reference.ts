import { controllerWords } from '#contract/controller-words.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorName, errorCodes } from '#contract/errors.ts'
import { keyFields } from '#contract/wire.ts'
import type { Lang } from '#src/core/messages.ts'
import en from '#src/locales/en.json' with { type: 'json' }
import zh from '#src/locales/zh.json' with { type: 'json' }
import { whoMay } from './access-words.ts'
import { controllersOf, firstNamesOf, type NamedCall } from './calls.ts'
import { curlOf } from './example.ts'
import { type Field, fieldsOf, inputShape, outputShape, type Shape, typeText } from './fields.ts'
import { introduction } from './introduction.ts'
import { answerMeaning, fieldMeaning } from './meaning.ts'
import { sharedErrors, words } from './words.ts'

const messages = { en: en.errors, zh: zh.errors }

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

const table = (head: string, rows: string[][]): string => {
  const columns = head.split('|').length - 2
  const lines = rows.map((row) => `| ${row.map(cell).join(' | ')} |`)
  return [head, `|${'---|'.repeat(columns)}`, ...lines].join('\n')
}

const inLang = (pair: readonly [string, string] | undefined, lang: Lang): string => pair?.[lang === 'zh' ? 1 : 0] ?? ''

/** What follows `#` in the address of a heading. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll('/', '')

function inputPart({ name, endpoint }: NamedCall, input: Shape, lang: Lang): string {
  const { fields, yes, file, fileMeaning, noFields } = words[lang]
  // a missing key is answered as a wrong one, and so it is declared as one that may be missing
  const needsKey = typeof endpoint.access === 'object' && 'key' in endpoint.access
  const rows = fieldsOf(input).map((field) => [
    `\`${field.path}\``,
    field.isNeeded || (needsKey && field.name in keyFields) ? yes : '',
    typeText(field.shape, lang),
    inLang(fieldMeaning(name, field), lang),
  ])
  if (endpoint.upload !== undefined) rows.unshift([`\`${endpoint.upload}\``, yes, file, fileMeaning])
  return rows.length === 0 ? noFields : table(fields, rows)
}

const isEmptyList = (shape: Shape): boolean => shape.items?.not !== undefined

/** The line above the table of an answer. */
function answerLine(shape: Shape, fields: Field[], endpoint: Endpoint, lang: Lang): string {
  const { answersObject, answersList, answersEmpty, answersValue, mayBeEmpty, noEnvelope } = words[lang]
  if (isEmptyList(shape)) return answersEmpty
  if (fields.length === 0) return answersValue(typeText(shape, lang))
  const line = fields.every(({ path }) => path.startsWith('[]')) ? answersList : answersObject
  const notes = [
    ...(shape.anyOf?.some(isEmptyList) ? [mayBeEmpty] : []),
    ...(endpoint.answers === 'bare' ? [noEnvelope] : []),
  ]
  return notes.length === 0 ? line : line.replace(/[:：]$/, (colon) => ` (${notes.join('; ')})${colon}`)
}

function answerPart({ name, endpoint }: NamedCall, lang: Lang): string {
  const { answers, answersFile, answersText } = words[lang]
  if (endpoint.answers === 'file') return answersFile
  if (endpoint.answers === 'text') return answersText
  const shape = outputShape(endpoint.output)
  const fields = fieldsOf(shape)
  const line = answerLine(shape, fields, endpoint, lang)
  if (fields.length === 0) return line
  const rows = fields.map((field) => [
    `\`${field.path.replace(/^\[\]\./, '')}\``,
    typeText(field.shape, lang),
    inLang(answerMeaning(name, field), lang),
  ])
  return `${line}\n\n${table(answers, rows)}`
}

/** A message with `{most}` where a value will stand. */
const messageOf = (name: ErrorName, lang: Lang): string => messages[lang][name].replaceAll(/\{\{(\w+)\}\}/g, '{$1}')

const errorTable = (names: readonly ErrorName[], lang: Lang): string =>
  table(
    words[lang].refusals,
    names.map((name) => [`\`${name}\``, String(errorCodes[name]), messageOf(name, lang)]),
  )

function methodOf({ answers, isSafe }: Endpoint, lang: Lang): string {
  if (answers === 'file') return '**GET**'
  return isSafe ? `**GET${words[lang].or}POST**` : '**POST**'
}

function callSection(call: NamedCall, firstName: string, lang: Lang): string {
  const { name, endpoint } = call
  const { refusalsOwn, sameAs } = words[lang]
  const summary = inLang(endpoint.summary, lang)
  const parts = [
    `### ${name}`,
    lang === 'zh' ? `${summary}。` : `${summary}.`,
    `${methodOf(endpoint, lang)} \`/api/${name}\` · ${words[lang].whoMay(whoMay(endpoint.access, lang))}`,
  ]
  if (firstName !== name) return [...parts, sameAs(`[${firstName}](#${anchorOf(firstName)})`)].join('\n\n')
  const input = inputShape(endpoint.input)
  parts.push(inputPart(call, input, lang), answerPart(call, lang))
  if (endpoint.errors.length > 0) parts.push(refusalsOwn, errorTable(endpoint.errors, lang))
  parts.push(`\`\`\`sh\n${curlOf(name, endpoint, input)}\n\`\`\``)
  return parts.join('\n\n')
}

/** The reference of every call of `contract` as Markdown, without a title: how calls are made, the calls, all refusals. */
export function apiReference(contract: object, lang: Lang): string {
  const controllers = controllersOf(contract)
  const firstNames = firstNamesOf(controllers)
  const sections = controllers.flatMap(({ name, calls }) => {
    const { title, about } = controllerWords[name as keyof typeof controllerWords]
    return [
      `## ${inLang(title, lang)}`,
      inLang(about, lang),
      ...calls.map((call) => callSection(call, firstNames.get(call.endpoint) ?? call.name, lang)),
    ]
  })
  const { allErrors, allErrorsText } = words[lang]
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
