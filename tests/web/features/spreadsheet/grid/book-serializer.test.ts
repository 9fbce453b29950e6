import { expect, test } from 'vitest'
import { readBook } from '#shared/spreadsheet/form.ts'
import { started, withCell } from '#tests/support/grid.ts'
import { BookSerializer } from '#web/features/spreadsheet/grid/book-serializer.ts'
import type { GridSheet } from '#web/features/spreadsheet/grid/grid-types.ts'

const open = (content: string) => {
  const book = readBook(content)
  if (book.kind !== 'book') throw new Error(book.kind)
  const keeper = new BookSerializer(content, book.sheets, 'Sheet1')
  return { keeper, sheets: started(keeper) }
}

const sample =
  '[{"name":"Seeds","freeze":"A2","styles":[{"font":{"bold":true},"align":"center","odd":1},{"bgcolor":"#fffbe6"}],"merges":["A5:B5"],"rows":{"0":{"cells":{"0":{"text":"Name","style":0},"3":{}}},"1":{"cells":{"0":{"text":"Rose & thyme","editable":false},"1":{"text":"3"},"2":{"text":"2.50"},"3":{"text":"=B2*C2"},"4":{"text":"007"}},"height":40},"4":{"cells":{"0":{"text":"merged note","merge":[0,1],"style":1}}},"len":800},"cols":{"0":{"width":180},"len":26},"validations":[{"refs":["A1"]}],"autofilter":{}},{"name":"表2","freeze":"A1","styles":[],"merges":[],"rows":{"0":{"cells":{"0":{"text":"第二张表"}}},"len":800},"cols":{"len":26},"validations":[],"autofilter":{}}]'

test('stores unchanged content byte for byte', () => {
  for (const content of ['', '{}', '[]', sample, `  ${sample}`, sample.slice(1, -1).split(',{"name":"表2"')[0] ?? '']) {
    const { keeper, sheets } = open(content)
    expect(keeper.text(sheets)).toBe(content)
    expect(keeper.text([...sheets])).toBe(content)
  }
})

test('an edit changes only its cell and keeps every other member, known or not', () => {
  const { keeper, sheets } = open(sample)
  keeper.text(sheets)
  const next = JSON.parse(keeper.text(withCell(sheets, 0, 1, 1, { v: 4, m: '4', ct: { fa: 'General', t: 'n' } })))
  const wanted = JSON.parse(sample)
  wanted[0].rows[1].cells[1] = { text: '4' }
  expect(next).toEqual(wanted)
})

test('undoing an edit restores the opened text', () => {
  const { keeper, sheets } = open(sample)
  keeper.text(sheets)
  keeper.text(withCell(sheets, 0, 1, 1, { v: 4, m: '4', ct: { fa: 'General', t: 'n' } }))
  expect(keeper.text(sheets)).toBe(sample)
})

test('an edited cell keeps its style, including parts that the grid ignores, and its unknown members', () => {
  const { keeper, sheets } = open(sample)
  keeper.text(sheets)
  const name = sheets[0]?.data?.[0]?.[0]
  const rose = sheets[0]?.data?.[1]?.[0]
  const one = withCell(sheets, 0, 0, 0, { ...name, v: 'Names', m: 'Names' })
  const next = JSON.parse(keeper.text(withCell(one, 0, 1, 0, { ...rose, v: 'Rose', m: 'Rose' })))
  expect(next[0].rows[0].cells[0]).toEqual({ text: 'Names', style: 0 })
  expect(next[0].styles[0]).toEqual({ font: { bold: true }, align: 'center', odd: 1 })
  expect(next[0].rows[1].cells[0]).toEqual({ text: 'Rose', editable: false })
})

test('moved rows keep their cells as stored', () => {
  const { keeper, sheets } = open(sample)
  keeper.text(sheets)
  const [first, second] = sheets
  if (!first?.data || !second) throw new Error('no sheet')
  const empty = Array.from({ length: 26 }, () => null)
  const data = [first.data[0] ?? [], empty, ...first.data.slice(1)]
  const next = JSON.parse(keeper.text([{ ...first, data }, second]))
  expect(next[0].rows[1]?.cells).toBeUndefined()
  expect(next[0].rows[2].cells).toEqual(JSON.parse(sample)[0].rows[1].cells)
  expect(next[0].rows.len).toBe(801)
})

test('adds, removes, renames and reorders sheets', () => {
  const { keeper, sheets } = open(sample)
  keeper.text(sheets)
  const [first, second] = sheets
  if (!first || !second) throw new Error('no sheet')
  const fresh: GridSheet = { name: 'New', id: 'x', order: 0, data: [[{ v: 'a', m: 'a' }]], config: {} }
  const next = JSON.parse(keeper.text([{ ...second, name: '价目', order: 1 }, fresh]))
  expect(next.map(({ name }: { name: string }) => name)).toEqual(['New', '价目'])
  expect(next[0].rows[0].cells[0]).toEqual({ text: 'a' })
  expect(next[1].rows).toEqual(JSON.parse(sample)[1].rows)
})

test('turns a single sheet outside a list into a list when it is edited', () => {
  const { keeper, sheets } = open('{"name":"one","rows":{"0":{"cells":{"0":{"text":"a"}}}}}')
  keeper.text(sheets)
  const next = JSON.parse(keeper.text(withCell(sheets, 0, 0, 1, { v: 'b', m: 'b' })))
  expect(next[0].rows[0].cells).toEqual({ 0: { text: 'a' }, 1: { text: 'b' } })
})

test('a second round trip changes nothing', () => {
  const { keeper, sheets } = open(sample)
  keeper.text(sheets)
  const styled = {
    v: 0.5,
    m: '50%',
    ct: { fa: '0%', t: 'n' },
    bl: 1,
    it: 1,
    un: 1,
    cl: 1,
    fs: 14,
    ff: 'Arial',
    fc: '#ff0000',
    bg: '#00ff00',
    ht: 2,
    vt: 1,
    tb: '2',
    rt: 45,
  }
  const one = keeper.text(withCell(sheets, 0, 6, 6, styled))
  const again = open(one)
  expect(again.keeper.text(again.sheets)).toBe(one)
  const cell = again.sheets[0]?.data?.[6]?.[6]
  expect(cell).toMatchObject(styled)
  const touched = JSON.parse(again.keeper.text(withCell(again.sheets, 0, 6, 6, { ...cell })))
  expect(touched).toEqual(JSON.parse(one))
})

test('stores rows that the grid recreated with the same cells byte for byte', () => {
  const content =
    '[{"name":"a","rows":{"0":{"height":40,"cells":{"1":{"style":0,"text":"x"}},"odd":1},"len":800},"styles":[{"color":"#123456"}]}]'
  const { keeper, sheets } = open(content)
  keeper.text(sheets)
  const changed = keeper.text(withCell(sheets, 0, 0, 3, { v: 'y', m: 'y' }))
  expect(JSON.parse(changed)[0].rows[0]).toEqual({
    height: 40,
    cells: { 1: { style: 0, text: 'x' }, 3: { text: 'y' } },
    odd: 1,
  })
  const copied = sheets.map((sheet) => ({ ...sheet, ...(sheet.data && { data: sheet.data.map((row) => [...row]) }) }))
  expect(keeper.text(copied)).toBe(content)
})
