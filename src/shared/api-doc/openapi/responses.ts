import { inlineCode, joined } from '#shared/markdown/write.ts'
import { type ApiJson, type ApiResponse, type ApiRow, setResponses } from '../api-json.ts'
import { compactTable, point, points, rowTable, section } from '../remark.ts'
import { objectFields, toDisplayText, toObject, toText, type UnknownObject } from '../unknown-json.ts'
import { extras, type OpenApiFile } from './file.ts'
import { examplesFor, examplesIn, isJson, isSameSchema, type Media, readMedia } from './media.ts'
import { parameterRow } from './parameters.ts'

interface Answer {
  status: string
  description: string
  headers: ApiRow[]
  media: Media[]
  /** Links and keywords without a field of their own, as list items. */
  more: string
}

const isSuccess = ({ status }: Answer): boolean => status.startsWith('2')
const hasBody = (one: Answer) => one.media.some((media) => media.schema !== undefined || media.examples.length > 0)

/** Writes the responses of an operation into its document: a success, a failure, followed by all others. */
export function addResponses(file: OpenApiFile, doc: ApiJson, operation: UnknownObject): void {
  const answers = readResponses(file, operation)
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
  setResponses(doc, firstOf(success), firstOf(failure), others)
}

/** Returns a response as a page shows it: its main type, each further example, and each further type with content. */
function shownAnswers(file: OpenApiFile, answer: Answer): ApiResponse[] {
  const { status } = answer
  const [main, ...others] = answer.media.toSorted((one, other) => Number(isJson(other.type)) - Number(isJson(one.type)))
  const types = answer.media.map(({ type }) => type)
  const isPlain = types.length === 1 && types[0] === 'application/json'
  const examples = main ? examplesFor(file, main) : []
  const remark = joined(
    answer.description,
    points(
      isPlain ? '' : point('content', types.map(inlineCode).join(', ')),
      point('example', examples[0]?.name ?? ''),
      answer.more,
    ),
    section(inlineCode('headers'), rowTable(answer.headers)),
  )
  const rowsOf = ({ schema }: Media) => (schema === undefined ? [] : file.reader.rows(schema))
  return [
    { name: '', status, remark, data: examples[0]?.text ?? '', param: main ? rowsOf(main) : [] },
    ...examples.slice(1).map(({ name, text }) => ({ name, status, remark: '', data: text, param: [] })),
    ...others.flatMap((media): ApiResponse[] => {
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

/** Returns a table of all responses of an operation: status, description and types. */
export const responsesTable = (answers: readonly Answer[]): string =>
  compactTable(
    ['`status`', '`description`', '`content`'],
    answers.map((one) => [one.status, one.description, one.media.map((media) => media.type).join(', ')]),
  )

const placedInAnswer = new Set(['description', 'summary', 'headers', 'content', 'links', 'schema', 'examples'])

/** Returns the possible responses of an operation, in the order of the file. */
export function readResponses(file: OpenApiFile, operation: UnknownObject): Answer[] {
  return objectFields(operation['responses'])
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, given]) => {
      const answer = file.reader.object(given) ?? { description: toText(given['$ref']) }
      const links = objectFields(answer['links']).map(([name, link]) =>
        point(`links.${name}`, inlineCode(toDisplayText(link))),
      )
      return {
        status,
        description: joined(toText(answer['summary']), toText(answer['description'])),
        headers: headersOf(file, answer['headers']),
        media: file.isSwagger ? swaggerMedia(file, operation, answer) : readMedia(file, answer['content']),
        more: points(...links, extras(answer, placedInAnswer)),
      }
    })
}

const headersOf = (file: OpenApiFile, headers: unknown): ApiRow[] =>
  Object.entries(toObject(headers) ?? {}).map(([name, given]) =>
    parameterRow(file, { ...file.reader.object(given), name }),
  )

function swaggerMedia(file: OpenApiFile, operation: UnknownObject, answer: UnknownObject): Media[] {
  const own = operation['produces'] ?? file.root['produces']
  const types = Array.isArray(own) ? own.map(toText).filter((type) => type !== '') : []
  const examples = examplesIn(toObject(answer['examples']))
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
