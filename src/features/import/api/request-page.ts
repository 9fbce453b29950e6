import {
  type ApiAuth,
  type ApiJson,
  newApiJson,
  type StoredApiResponse,
  setResponses,
} from '#shared/api-doc/api-page-json.ts'
import { toDisplayText } from '#shared/api-doc/json-text.ts'
import { point, points, rowTable, section } from '#shared/api-doc/remark.ts'
import { toObject, toObjects, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { fenced } from '#shared/markdown/fence.ts'
import { inlineCode, joined } from '#shared/markdown/write.ts'
import type { RequestBody, SavedRequest, SavedResponse } from './request-shape.ts'

/** Returns the API document of a request, with everything in the collection about it. */
export function requestToApiJson(request: SavedRequest, title: string): ApiJson {
  // A page is recognized as an API page by its address, so a request without one gets `/`.
  const doc = newApiJson(title, request.method.toLowerCase(), request.url || '/')
  doc.info.description = request.description
  doc.request.query = request.query
  doc.request.headers = request.headers
  doc.request.pathVariable = request.pathVariables
  doc.request.cookies = request.cookies
  doc.request.auth = authOf(request.auth)
  doc.scripts = request.scripts
  const body = addBody(doc, request.body)
  addAnswers(doc, request.responses)
  doc.info.remark = joined(
    points(
      request.name.trim() === title ? '' : point('name', inlineCode(request.name)),
      request.auth ? point('auth', authText(request.auth)) : '',
    ),
    body,
    request.notes,
  )
  return doc
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Writes the body into the document, and returns for the remark what API pages cannot represent. */
function addBody(doc: ApiJson, body: RequestBody): string {
  const { params } = doc.request
  params.urlencoded = body.urlencoded
  params.formdata = body.formdata
  if (body.mode === 'urlencoded' || body.mode === 'formdata') params.mode = body.mode
  else if (body.mode === 'raw' || body.mode === 'file' || body.mode === 'graphql') {
    params.mode = body.mode !== 'file' && (body.language === 'json' || isJsonText(body.raw)) ? 'json' : 'raw'
    params.json = body.raw
  }
  const rest = [
    params.mode === 'raw' && (body.language || body.mode) !== 'raw'
      ? point('mode', inlineCode(body.language || body.mode))
      : '',
    // Postman also keeps the content of body modes that are not selected.
    ...(['urlencoded', 'formdata'] as const).map((mode) =>
      params.mode !== mode && body[mode].length > 0 ? joined(inlineCode(mode), rowTable(body[mode])) : '',
    ),
    params.mode !== 'raw' && params.mode !== 'json' && body.raw !== ''
      ? joined(inlineCode('raw'), fenced(body.raw, body.language))
      : '',
  ]
  return section(inlineCode('body'), ...rest)
}

/** Returns the values of an auth object, which version 2.0 stores as fields and 2.1 as a list. */
function authValues(auth: UnknownObject): { key: string; value: string; type: string }[] {
  const given = auth[toText(auth['type'])]
  if (Array.isArray(given))
    return toObjects(given).map((one) => ({
      key: toText(one['key']),
      value: toDisplayText(one['value'] ?? ''),
      type: toText(one['type']) || 'string',
    }))
  return Object.entries(toObject(given) ?? {}).map(([key, value]) => ({
    key,
    value: toDisplayText(value),
    type: 'string',
  }))
}

function authOf(auth: UnknownObject | undefined): ApiAuth | [] {
  const type = toText(auth?.['type'])
  if (!auth || type === '' || type === 'noauth') return []
  return { type, disabled: '0', [type]: authValues(auth) }
}

/** Returns the authentication of a request as lines. */
export function authText(auth: UnknownObject): string {
  const type = toText(auth['type'])
  const values = authValues(auth).map(
    (one) => `- ${inlineCode(one.key)}: ${one.value === '' ? '' : inlineCode(one.value)}`,
  )
  return [inlineCode(type || 'none'), ...values].join('\n')
}

const isFailure = (answer: SavedResponse): boolean => answer.code >= 400

/** Writes a success and a failure into the document, followed by all other responses. */
function addAnswers(doc: ApiJson, answers: readonly SavedResponse[]): void {
  const success = answers.find((one) => !isFailure(one) && one.body !== '') ?? answers.find((one) => !isFailure(one))
  const failure = answers.find((one) => isFailure(one) && one.body !== '') ?? answers.find(isFailure)
  const others = answers.filter((one) => one !== success && one !== failure)
  setResponses(doc, success && shownAnswer(success), failure && shownAnswer(failure), others.map(shownAnswer))
}

const shownAnswer = (answer: SavedResponse): StoredApiResponse => ({
  name: [answer.status, answer.name].filter((text) => text !== '').join(' · '),
  status: answer.code === 0 ? '' : String(answer.code),
  remark: joined(
    point('originalRequest', answer.sent && inlineCode(answer.sent)),
    answer.sentBody && fenced(answer.sentBody),
    section(inlineCode('header'), rowTable(answer.headers)),
  ),
  data: answer.body,
  param: [],
})
