import { expect, test } from 'vitest'
import { descriptionFile } from '#web/features/item/import/description-file.ts'
import { fileProblem } from '#web/features/item/import/file-check.ts'
import { getImportBlocker, reasonText, visibilityOfFile } from '#web/features/item/import/report.ts'
import { firstChoice } from '#web/features/item/visibility/index.tsx'

test.each([
  ['showdoc', 'members'],
  ['showdoc', 'password'],
  ['showdoc-old', 'public'],
] as const)('a file of type %s is reported as %s', (source, visibility) => {
  expect(visibilityOfFile({ source, visibility })).toBe(visibility)
})

test('starts with members only for Markdown and API descriptions, which have no visibility', () => {
  for (const source of ['markdown', 'openapi', 'postman'] as const) {
    const ofFile = visibilityOfFile({ source, visibility: 'members' })
    expect(ofFile).toBeUndefined()
    expect(firstChoice(ofFile)).toMatchObject({ visibility: 'members', keepsPassword: false })
  }
})

test('has a message for an unknown error', () => {
  expect(reasonText('en', 'folded')).toBe('more than three folders deep, moved to the third')
  expect(reasonText('zh', 'of a later version')).toBe('已调整以便导入')
})

test.each([
  [{ name: 'a.zip', type: '', size: 10 }, undefined],
  [{ name: 'A.ZIP', type: '', size: 10 }, undefined],
  [{ name: 'archive', type: 'application/x-zip-compressed', size: 10 }, undefined],
  [{ name: 'a.odt', type: 'application/vnd.oasis.opendocument.text', size: 10 }, 'notZip'],
  [{ name: 'a.doc', type: 'application/msword', size: 10 }, undefined],
  [{ name: 'api.yaml', type: '', size: 10 }, undefined],
  [{ name: 'API.YML', type: '', size: 10 }, undefined],
  [{ name: 'api', type: 'application/yaml', size: 10 }, undefined],
  [{ name: 'a.zip', type: '', size: 0 }, 'empty'],
  [{ name: 'a.zip', type: '', size: 50 * 1024 * 1024 }, undefined],
  [{ name: 'a.zip', type: '', size: 50 * 1024 * 1024 + 1 }, 'tooLarge'],
])('the file %j: %s', (file, problem) => {
  expect(fileProblem(file)).toBe(problem)
})

test('the import address applies the same permissions as the menu', () => {
  const item = { item_type: '1', is_archived: '0', item_edit: true, is_limited: false }
  expect(getImportBlocker(item)).toBeUndefined()
  expect(getImportBlocker({ ...item, is_limited: true })).toBe('limited')
  expect(getImportBlocker({ ...item, item_edit: false })).toBe('noRight')
  expect(getImportBlocker({ ...item, item_edit: false, is_archived: '1' })).toBe('archived')
  expect(getImportBlocker({ ...item, item_type: '4' })).toBe('otherKind')
})

test.each([
  ['{"openapi":"3.0.0"}', 'description.json'],
  [' \n{"a":1}', 'description.json'],
  ['openapi: 3.0.0\n', 'description.yaml'],
  ['# about\n---\n"swagger": "2.0"\n', 'description.yaml'],
  ['openapi: 3\n\tinfo: x', 'description.yaml'],
  ['{"a":', undefined],
  ['[1]', 'description.json'],
  ['# Create\ncurl -X POST https://a.test', 'commands.curl'],
  ['$ curl https://a.test', 'commands.curl'],
  ['syntax = "proto3";\nmessage A {}', 'api.proto'],
  ['"""about"""\ntype Query { a: Int }', 'schema.graphql'],
  ['# c\nschema { query: Q }', 'schema.graphql'],
  ['meta {\n  name: a\n}', 'request.bru'],
  ['type: collection.insomnia.rest/5.0\nname: A', 'description.yaml'],
  ['info:\n  title: type Query {', 'description.yaml'],
  ['hello', undefined],
  ['', undefined],
])('the pasted text %j is sent as %s', (text, name) => expect(descriptionFile(text)?.name).toBe(name))
