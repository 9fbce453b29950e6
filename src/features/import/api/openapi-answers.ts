import { fieldsOf, type Loose, looseOf, shownOf, textOf } from '../loose.ts'
import type { ApiJson, ApiRow } from './api-json.ts'
import type { ApiLabels } from './api-labels.ts'
import { rowTable, section } from './api-pages.ts'
import { codeOf, joined, tableOf } from './markdown-text.ts'
import { extras, type OpenApiFile } from './openapi-file.ts'
import { examplesFor, examplesIn, examplesText, isJson, type Media, mediaOf, mediaText } from './openapi-media.ts'
import { parameterRow } from './openapi-parameters.ts'

interface Answer {
  status: string
  description: string
  headers: ApiRow[]
  media: Media[]
  links: string
  more: string
}

const isSuccess = ({ status }: Answer): boolean => status.startsWith('2')

/** Writes the first success and the first failure into the document; all others, and the list of all, for the remark. */
export function addAnswers(file: OpenApiFile, doc: ApiJson, operation: Loose): string {
  const answers = answersOf(file, operation)
  if (answers.length === 0) return ''
  const hasBody = (one: Answer) => one.media.some((media) => media.schema !== undefined || media.examples.length > 0)
  const good = answers
    .filter(isSuccess)
    .toSorted((one, other) => Number(other.status === '200') - Number(one.status === '200'))
  const success =
    good.find(hasBody) ?? answers.find((one) => one.status === 'default' && hasBody(one) && good.length === 0)
  const failure = answers.find((one) => one !== success && !isSuccess(one) && hasBody(one))
  const { response } = doc
  const told = new Set<Media>()
  for (const [answer, example, fields] of [
    [success, 'responseExample', 'responseParamsDesc'],
    [failure, 'responseFailExample', 'responseFailParamsDesc'],
  ] as const) {
    const [main] = answer?.media.toSorted((one, other) => Number(isJson(other.type)) - Number(isJson(one.type))) ?? []
    if (!main) continue
    told.add(main)
    response[example] = examplesFor(file, main)[0]?.text ?? ''
    response[fields] = main.schema === undefined ? [] : file.reader.rows(main.schema)
  }
  return joined(
    section(file.labels.answers, answersTable(file.labels, answers)),
    ...answers.map((one) => answerText(file, one, told)),
  )
}

/** All answers of an operation in a table: status, words and types. */
export const answersTable = (labels: ApiLabels, answers: readonly Answer[]): string =>
  tableOf(
    [labels.status, labels.description, labels.contentType],
    answers.map((one) => [one.status, one.description, one.media.map((media) => media.type).join(', ')]),
  )

/** What the table of answers and the document's own places do not say of an answer. */
function answerText(file: OpenApiFile, answer: Answer, told: ReadonlySet<Media>): string {
  const { labels } = file
  const bodies = answer.media.map((media) => {
    const text = told.has(media) ? examplesText(labels, media.examples.slice(1)) : mediaText(file, media)
    return text && joined(codeOf(media.type), text)
  })
  const headers = answer.headers.length > 0 ? joined(labels.headersOf, rowTable(answer.headers, labels)) : ''
  return section(`${labels.answers} ${answer.status}`, headers, ...bodies, answer.links, answer.more)
}

const placedInAnswer = new Set(['description', 'summary', 'headers', 'content', 'links', 'schema', 'examples'])

/** The answers that an operation may give, in the order of the file. */
export function answersOf(file: OpenApiFile, operation: Loose): Answer[] {
  return fieldsOf(operation['responses'])
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, given]) => {
      const answer = file.reader.object(given) ?? { description: textOf(given['$ref']) }
      const links = fieldsOf(answer['links']).map(([name, link]) => `- ${codeOf(name)}: ${codeOf(shownOf(link))}`)
      return {
        status,
        description: joined(textOf(answer['summary']), textOf(answer['description'])),
        headers: headersOf(file, answer['headers']),
        media: file.isSwagger ? swaggerMedia(file, operation, answer) : mediaOf(file, answer['content']),
        links: links.length > 0 ? joined(file.labels.links, links.join('\n')) : '',
        more: extras(answer, placedInAnswer),
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
