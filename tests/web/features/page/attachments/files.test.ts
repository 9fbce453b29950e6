import { expect, test } from 'vitest'
import { decodeText, getFileCategory, getFileSign, previewKind } from '#web/features/page/attachments/files.ts'

const file = (file_type: string, file_size = 100) => ({ file_type, file_size })

test.each([
  ['image/png', 'image'],
  ['image/bmp', 'image'],
  ['video/quicktime', 'video'],
  ['audio/flac', 'audio'],
  ['application/pdf', 'pdf'],
  ['text/markdown', 'text'],
  ['application/json', 'text'],
  ['image/vnd.adobe.photoshop', 'none'], // no browser draws one
  ['image/svg+xml', 'none'], // it could contain scripts
  ['application/zip', 'none'],
] as const)('%s is previewed as %s', (type, kind) => {
  expect(previewKind(file(type))).toBe(kind)
})

test('offers only a download for a text or PDF that is too large', () => {
  expect(previewKind(file('text/plain', 1024 * 1024))).toBe('text')
  expect(previewKind(file('text/plain', 1024 * 1024 + 1))).toBe('none')
  expect(previewKind(file('application/pdf', 65 * 1024 * 1024))).toBe('none')
})

test.each([
  ['a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet'],
  ['用户.CSV', 'text/csv', 'sheet'],
  ['a.docx', 'application/zip', 'document'],
  ['a.tar.gz', 'application/gzip', 'archive'],
  ['a.png', 'image/png', 'picture'],
  ['a.sql', 'text/plain', 'text'],
  ['noending', 'application/octet-stream', 'other'],
])('%s of type %s is listed as %s', (display_name, file_type, sort) => {
  expect(getFileCategory({ display_name, file_type })).toBe(sort)
})

test('reads a file’s sign from its address', () => {
  expect(getFileSign('/api/attachment/visitFile?sign=0123abcd')).toBe('0123abcd')
  expect(getFileSign('/elsewhere')).toBe('')
})

test('detects common text encodings', () => {
  expect(decodeText(new TextEncoder().encode('你好'))).toBe('你好')
  expect(decodeText(new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]))).toBe('你好') // GB 18030
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x60, 0x4f]))).toBe('你')
})
