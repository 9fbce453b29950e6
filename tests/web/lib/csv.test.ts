import { expect, test } from 'vitest'
import { toCsvBlob } from '#web/lib/csv.ts'

const text = async (rows: string[][]) =>
  (await toCsvBlob(rows).bytes()).reduce((all, byte) => all + String.fromCharCode(byte), '')

test('quotes cells where necessary, and keeps what would be a formula as text', async () => {
  const written = await toCsvBlob([
    ['a', 'b,c', 'say "hi"'],
    ['=1+2', '-5', '两\n行'],
  ]).text()
  expect(written).toBe(`a,"b,c","say ""hi"""\r\n'=1+2,'-5,"两\n行"\r\n`)
})

test('starts the file with the byte order mark that tells spreadsheets its encoding', async () => {
  expect((await text([['a']])).slice(0, 3)).toBe('\xef\xbb\xbf')
})
