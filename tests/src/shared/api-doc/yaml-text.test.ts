import { describe, expect, test } from 'vitest'
import { isProbablyYaml, readYaml } from '#shared/api-doc/yaml-text.ts'

const limits = { depth: 64, nodes: 1000 }
const valueOf = (text: string): unknown => {
  const read = readYaml(text, limits)
  return 'value' in read ? read.value : read.fault
}

describe('texts keep their meaning in an API description', () => {
  test.each([
    ['info: {version: 1.10}', { info: { version: '1.10' } }],
    ['openapi: 3.0', { openapi: '3.0' }],
    ['title: yes', { title: 'yes' }],
    ['title: True', { title: 'True' }],
    ['description: on', { description: 'on' }],
    ['description: 2024-01-31', { description: '2024-01-31' }],
    ['responses: {200: {description: 1.0}, 0404: {}}', { responses: { 200: { description: '1.0' }, '0404': {} } }],
    ['enum: [yes, no, on, off, y, n]', { enum: ['yes', 'no', 'on', 'off', 'y', 'n'] }],
    ['{type: string, enum: [1.10, 007, true]}', { type: 'string', enum: ['1.10', '007', 'true'] }],
    ['{type: [string, "null"], example: 1.10}', { type: ['string', 'null'], example: '1.10' }],
    ['{schema: {type: string}, example: 0123}', { schema: { type: 'string' }, example: '0123' }],
    [
      '{schema: {type: string}, examples: {a: {value: 1.10}}}',
      { schema: { type: 'string' }, examples: { a: { value: '1.10' } } },
    ],
    ['maximum: 12345678901234567890', { maximum: '12345678901234567890' }],
    ['%YAML 1.1\n---\ntitle: 1:30\nx-a: no\n', { title: '1:30', 'x-a': 'no' }],
  ])('%s', (text, value) => expect(valueOf(text)).toEqual(value))
})

describe('data keep their types', () => {
  test.each([
    ['{type: number, example: 1.50}', { type: 'number', example: 1.5 }],
    [
      '{type: object, example: {version: 1.10, type: string, default: 2.0}}',
      { type: 'object', example: { version: 1.1, type: 'string', default: 2 } },
    ],
    ['{type: integer, enum: [1, 2], default: 1}', { type: 'integer', enum: [1, 2], default: 1 }],
    ['{type: boolean, default: false, nullable: true}', { type: 'boolean', default: false, nullable: true }],
    ['x-rate: 1.50', { 'x-rate': 1.5 }],
    ['{minimum: 1, required: true, a: ~, b: }', { minimum: 1, required: true, a: null, b: null }],
  ])('%s', (text, value) => expect(valueOf(text)).toEqual(value))

  test('a property may be named like a keyword', () => {
    const schema = valueOf(
      'properties:\n  default: {type: string, example: 1.0}\n  example: {type: integer, default: 2}\n',
    )
    expect(schema).toEqual({
      properties: { default: { type: 'string', example: '1.0' }, example: { type: 'integer', default: 2 } },
    })
  })
})

test('merge keys: own keys take precedence, then those merged first', () => {
  expect(valueOf('a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  x: 3\n')).toMatchObject({
    c: { x: 3, y: 1, z: 2 },
  })
  expect(valueOf('a: &a {x: 1}\nb:\n  <<: *a\n')).toMatchObject({ b: { x: 1 } })
  expect(valueOf('a:\n  <<: text\n')).toMatchObject({ kind: 'syntax', line: 2, column: 3 })
})

test('names with a meaning in JavaScript are plain names', () => {
  const value = valueOf('__proto__: {a: 1}\nconstructor: 2\n') as object
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

describe('errors are reported with their position', () => {
  test.each([
    ['a: 1\n\tb: 2\n', 'tab', 2, 1, ''],
    ['a:\n  b: 1\n c: 2\n', 'indent', 3, 1, ''],
    ['a: 1\nb: 2\na: 3\n', 'duplicateKey', 3, 1, 'a'],
    ['a: {b: 1, "b": 2}', 'duplicateKey', 1, 11, 'b'],
    ['a: 1\n---\nb: 2\n', 'manyDocuments', 2, 1, ''],
    ['a: *b\n', 'alias', 1, 4, 'b'],
    ['a: &a [1, *a]\n', 'alias', 1, 11, 'a'],
    ['a: b: c\n', 'syntax', 1, 4, ''],
    ['? [a]\n: b\n', 'syntax', 1, 3, ''],
    [`a: ${'['.repeat(65)}${']'.repeat(65)}`, 'tooDeep', 1, 68, ''],
  ])('%j', (text, kind, line, column, key) => expect(valueOf(text)).toEqual({ kind, line, column, key }))

  test('rejects too many values', () => {
    const read = readYaml('a: [1, 2, 3, 4]\n', { depth: 64, nodes: 5 })
    expect(read).toEqual({ fault: { kind: 'tooMany', line: 1, column: 14, key: '' } })
  })

  test.each(['[', '{a: ', '- ', '? '])('handles ten thousand levels of %j in a short time', (sign) => {
    expect(valueOf(sign.repeat(10_000))).toMatchObject({ kind: expect.stringMatching(/tooDeep|syntax|indent/) })
  })

  test('counts aliases each time they are used', () => {
    const rows = Array.from({ length: 20 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)
    expect(valueOf(`a0: &a0 [x]\n${rows.join('\n')}\n`)).toMatchObject({ kind: 'tooMany' })
  })
})

test.each([
  ['openapi: 3.0.0\n', true],
  ['# about\n---\nswagger: "2.0"\n', true],
  ['"openapi": 3.1.0\n', true],
  ['info:\n  name: x\n', true],
  ['# A page\n\nSee openapi: it is good', false],
  ['openapi.json', false],
  ['openapi:3', false],
])('whether %j looks like a description: %s', (text, is) => expect(isProbablyYaml(text)).toBe(is))
