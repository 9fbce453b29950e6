import type { Node, Schema } from '@milkdown/kit/prose/model'

/** Returns a table of these texts, with the first row as its header; lines inside a cell become breaks. */
export function tableFromCells(schema: Schema, rows: readonly (readonly string[])[]): Node | undefined {
  const { table, table_header_row, table_row, table_header, table_cell, paragraph, hardbreak } = schema.nodes
  const inline = (text: string) =>
    text
      .split('\n')
      .flatMap((line, at): Node[] => [
        ...(at > 0 && hardbreak ? [hardbreak.create()] : []),
        ...(line.trim() === '' ? [] : [schema.text(line.trim())]),
      ])
  const cells = (texts: readonly string[], type: typeof table_cell) =>
    texts.flatMap((text) => type?.create({ alignment: null }, paragraph?.create(null, inline(text))) ?? [])
  const [head, ...body] = rows
  if (!table || !table_header_row || !head) return undefined
  return table.create(null, [
    table_header_row.create(null, cells(head, table_header)),
    ...body.flatMap((row) => table_row?.create(null, cells(row, table_cell)) ?? []),
  ])
}
