import { expect, test } from 'vitest'
import { findBlockedExtension, findFileKind, getExtension, isDisplayable } from '#src/features/attachment/file-kinds.ts'

test.each([
  ['shell.php.jpg', 'php'],
  ['a.PHP', 'php'],
  ['a.jpg.pHtMl', 'phtml'],
  ['a.php .jpg', 'php'],
  ['.htaccess', 'htaccess'],
  ['run.sh.txt', 'sh'],
  ['a.asp.zip', 'asp'],
])('%s is always rejected', (name, ending) => {
  expect(findBlockedExtension(name)).toBe(ending)
})

test.each(['a.txt', 'php', 'php notes.txt', 'a.phpx.txt', 'v1.2.3.zip', '说明.pdf', ''])(
  '%s has no blocked extension',
  (name) => {
    expect(findBlockedExtension(name)).toBeUndefined()
  },
)

test('the last extension decides, in any case', () => {
  expect([getExtension('a.tar.GZ'), getExtension('README'), getExtension('a.'), getExtension('.png')]).toEqual([
    'gz',
    '',
    '',
    'png',
  ])
  expect(findFileKind('png')).toMatchObject({ type: 'image/png' })
  expect(findFileKind('svg')).toBeUndefined()
})

test('never displays scripts, or anything but images, audio and video, in the browser', () => {
  for (const type of ['image/svg+xml', 'text/html', 'application/pdf', 'text/plain', 'text/css', 'image/x-icon', ''])
    expect([type, isDisplayable(type)]).toEqual([type, false])
  for (const type of ['image/png', 'image/jpeg', 'video/mp4', 'audio/mpeg'])
    expect([type, isDisplayable(type)]).toEqual([type, true])
})
