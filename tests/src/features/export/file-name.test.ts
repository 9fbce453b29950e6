import { expect, test } from 'vitest'
import { cleanFileName, FolderNames } from '#src/features/export/file-name.ts'

test.each([
  ['Read me', 'Read me'],
  ['../../etc/passwd', 'etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['  ..  ', 'untitled'],
  ['...', 'untitled'],
  ['CON', '_CON'],
  ['lpt1.txt', '_lpt1.txt'],
  ['ends with dots...', 'ends with dots'],
  ['a\u202egnp.exe', 'a gnp.exe'],
  ['line\nend\t', 'line end'],
  ['说明', '说明'],
  ['\ud800half', '\ufffdhalf'],
])('%j becomes %j', (name, clean) => expect(cleanFileName(name)).toBe(clean))

test('cuts a long name, never in the middle of a character', () => {
  const name = cleanFileName(`${'a'.repeat(119)}😀`)
  expect(name).toBe('a'.repeat(119))
})

test('uses a name once in a folder, ignoring case', () => {
  const names = new FolderNames()
  expect([names.take('a', '.md'), names.take('A', '.md'), names.take('a', '.md'), names.take('a')]).toEqual([
    'a.md',
    'A_1.md',
    'a_2.md',
    'a',
  ])
})

test('names many files of one name at once', () => {
  const names = new FolderNames()
  const all = Array.from({ length: 100_000 }, () => names.take('a', '.md'))
  expect(new Set(all).size).toBe(all.length)
  expect(all.at(-1)).toBe('a_99999.md')
})
