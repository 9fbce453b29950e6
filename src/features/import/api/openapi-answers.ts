import { fieldsOf, type Loose, looseOf, shownOf, textOf } from '../loose.ts'
import { type ApiAnswer, type ApiJson, type ApiRow, putAnswers } from './api-json.ts'
import { point, points, rowTable, section } from './api-pages.ts'
import { codeOf, joined, tableOf } from './markdown-text.ts'
import { extras, type OpenApiFile } from './openapi-file.ts'
import { examplesFor, examplesIn, isJson, isSameSchema, type Media, mediaOf } from './openapi-media.ts'
import { parameterRow } from './openapi-parameters.ts'

interface Answer {
  status: string
  description: string
  headers: ApiRow[]
  media: Media[]
  /** Links and keywords that have no place of their own, as points. */
  more: string
}

const isSuccess = ({ status }: Answer): boolean => status.startsWith('2')
const hasBody = (one: Answer) => one.media.some((media) => media.schema !== undefined || media.examples.length > 0)

/** Writes the answers of an operation into its document: a success, a failure, and all others behind them. */
export function addAnswers(file: OpenApiFile, doc: ApiJson, operation: Loose): void {
  const answers = answersOf(file, operation)
  const good = answers
    .filter(isSuccess)
    .toSorted((one, other) => Number(other.status === '200') - Number(one.status === '200'))
  const success =
    good.find(hasBody) ??
    answers.find((one) => one.status === 'default' && hasBody(one) && good.length === 0) ??
    good[0]
  const bad = answers.filter((one) => one !== success && !isSuccess(one))
  const failure = bad.find(hasBody) ?? bad[0]
  const shown = new Map(answers.map((one) => [one, shownAnswers(file, one)]))
  const firstOf = (one: Answer | undefined) => (one ? shown.get(one)?.[0] : undefined)
  const others = answers.flatMap((one) => shown.get(one)?.slice(one === success || one === failure ? 1 : 0) ?? [])
  putAnswers(doc, firstOf(success), firstOf(failure), others)
}

/** An answer as a page shows it: its main type, then each further example, and each further type that says something. */
function shownAnswers(file: OpenApiFile, answer: Answer): ApiAnswer[] {
  const { status } = answer
  const [main, ...others] = answer.media.toSorted((one, other) => Number(isJson(other.type)) - Number(isJson(one.type)))
  const types = answer.media.map(({ type }) => type)
  const isPlain = types.length === 1 && types[0] === 'application/json'
  const examples = main ? examplesFor(file, main) : []
  const remark = joined(
    answer.description,
    points(
      isPlain ? '' : point('content', types.map(codeOf).join(', ')),
      point('example', examples[0]?.name ?? ''),
      answer.more,
    ),
    section(codeOf('headers'), rowTable(answer.headers)),
  )
  const rowsOf = ({ schema }: Media) => (schema === undefined ? [] : file.reader.rows(schema))
  return [
    { name: '', status, remark, data: examples[0]?.text ?? '', param: main ? rowsOf(main) : [] },
    ...examples.slice(1).map(({ name, text }) => ({ name, status, remark: '', data: text, param: [] })),
    ...others.flatMap((media): ApiAnswer[] => {
      const param = main && isSameSchema(main, media) ? [] : rowsOf(media)
      const [first, ...rest] = examplesFor(file, media)
      const own = {
        name: media.type,
        status,
        remark: point('example', first?.name ?? ''),
        data: first?.text ?? '',
        param,
      }
      return [
        ...(own.data !== '' || param.length > 0 ? [own] : []),
        ...rest.map(({ name, text }) => ({ name: `${media.type} ${name}`, status, remark: '', data: text, param: [] })),
      ]
    }),
  ]
}

/** All answers of an operation in a table: status, words and types. */
export const answersTable = (answers: readonly Answer[]): string =>
  tableOf(
    ['`status`', '`description`', '`content`'],
    answers.map((one) => [one.status, one.description, one.media.map((media) => media.type).join(', ')]),
  )

const placedInAnswer = new Set(['description', 'summary', 'headers', 'content', 'links', 'schema', 'examples'])

/** The answers that an operation may give, in the order of the file. */
export function answersOf(file: OpenApiFile, operation: Loose): Answer[] {
  return fieldsOf(operation['responses'])
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, given]) => {
      const answer = file.reader.object(given) ?? { description: textOf(given['$ref']) }
      const links = fieldsOf(answer['links']).map(([name, link]) => point(`links.${name}`, codeOf(shownOf(link))))
      return {
        status,
        description: joined(textOf(answer['summary']), textOf(answer['description'])),
        headers: headersOf(file, answer['headers']),
        media: file.isSwagger ? swaggerMedia(file, operation, answer) : mediaOf(file, answer['content']),
        more: points(...links, extras(answer, placedInAnswer)),
      }
    })
}

const headersOf = (file: OpenApiFile, headers: unknown): ApiRow[] =>
  Object.entries(looseOf(headers) ?? {}).map(([name, given]) =>
    parameterRow(file, { ...file.reader.object(given), name }),
  )

function swaggerMedia(file: OpenApiFile, operation: Loose, answer: Loose): Media[] {
  const own = operation['produces'] ?? file.root['produces']
  const types = Array.isArray(own) ? own.map(textOf).filter((type) => type !== '') : []
  const examples = examplesIn(looseOf(answer['examples']))
  const names = [...new Set([...types, ...examples.keys()])]
  if (names.length === 0) names.push('application/json')
  if (answer['schema'] === undefined && examples.size === 0) return []
  const main = names.find(isJson) ?? names[0]
  return names.map((type) => ({
    type,
    schema: type === main ? answer['schema'] : undefined,
    examples: examples.get(type) ?? [],
  }))
}
