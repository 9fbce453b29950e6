import { expect, test } from 'vitest'
import { checkResponse, type DocumentedResponses } from '#shared/api-doc/response-check.ts'

const documented: DocumentedResponses = {
  responses: [
    {
      status: '200',
      content: [{ type: 'application/json; charset=utf-8', schema: { $ref: '#/components/schemas/Pet' } }],
    },
    { status: '204', content: [] },
    { status: '4XX', content: [{ type: 'text/*', schema: { type: 'string', maxLength: 3 } }] },
    { status: '*', content: [{ type: 'application/json', schema: { type: 'object', required: ['error'] } }] },
  ],
  root: { components: { schemas: { Pet: { type: 'object', required: ['id'] } } } },
}

const received = (status: number, content: string, type = 'application/json') => ({
  status,
  headers: [{ name: 'Content-Type', value: type }],
  content,
  is_base64: false,
  is_truncated: false,
})

const check = (...args: Parameters<typeof received>) => {
  const { outcome, problems } = checkResponse(received(...args), documented, 'GET')
  return [outcome, ...problems.map(({ path, text }) => `${path}${text}`)]
}

test('finds the documented response of a status, and of several the closest', () => {
  expect(check(200, '{"id":1}')).toEqual(['agrees'])
  expect(check(200, '{"error":1}')).toEqual(['agrees'])
  expect(check(200, '{}')).toEqual(['differs', 'required'])
  expect(check(204, '')).toEqual(['agrees'])
  expect(check(404, 'abc', 'text/plain')).toEqual(['agrees'])
  expect(check(404, 'abcd', 'text/plain')).toEqual(['differs', 'maxLength'])
})

test('names a missing body, another content type, text that is no JSON, and an undocumented status', () => {
  expect(check(200, '')).toEqual(['differs', 'noBody'])
  expect(check(200, '<p>', 'text/html')).toEqual(['differs', 'contentType'])
  expect(check(200, '{"id":')).toEqual(['differs', 'notJson'])
  const strict = { ...documented, responses: documented.responses.slice(0, 2) }
  expect(checkResponse(received(500, '{}'), strict, 'GET')).toEqual({
    outcome: 'differs',
    problems: [{ path: '', text: 'status', values: { status: 500, documented: '200, 204' } }],
  })
})

test('does not compare what was cut off, the body of a HEAD, or without a document', () => {
  expect(checkResponse({ ...received(200, '{"a"'), is_truncated: true }, documented, 'GET').outcome).toBe('cut')
  expect(checkResponse(received(200, ''), documented, 'HEAD').outcome).toBe('agrees')
  expect(checkResponse(received(200, ''), { responses: [], root: {} }, 'GET').outcome).toBe('undocumented')
})
