import { Fragment, type Node } from '@milkdown/kit/prose/model'

/** The cells of a table by rows; the first row is its header. */
export type Grid = readonly (readonly Node[])[]

/** A cell position in a table, both from 0; row 0 is the header. */
export interface Cell {
  row: number
  column: number
}

/** The alignment of a column; `null` leaves it to the reader's page. */
export type Alignment = 'left' | 'center' | 'right' | null

/** The result of an action on a table: the new table, and the cursor position. */
export interface TableChange extends Cell {
  grid: Grid
}

/** Returns the cells of a table. */
export const getGrid = (table: Node): Grid => table.children.map((row) => row.children)

/** Returns the number of columns of a table. */
const widthOf = (grid: Grid): number => Math.max(0, ...grid.map((row) => row.length))

const asKind = (cell: Node, name: string): Node => {
  const type = cell.type.schema.nodes[name]
  return !type || cell.type === type ? cell : type.create(cell.attrs, cell.content)
}

/**
 * Returns a table of these cells, with those of the first row as header cells. Unchanged cells and rows stay the same
 * nodes.
 */
export function replaceGrid(table: Node, grid: Grid): Node {
  const { nodes } = table.type.schema
  const rows = grid.map((cells, at) => {
    const isHead = at === 0
    const type = nodes[isHead ? 'table_header_row' : 'table_row']
    const content = cells.map((cell) => asKind(cell, isHead ? 'table_header' : 'table_cell'))
    const same = table.children.find(
      (row) =>
        row.type === type &&
        row.childCount === content.length &&
        row.children.every((cell, index) => cell === content[index]),
    )
    return same ?? type?.create(null, content) ?? table.child(0)
  })
  return table.copy(Fragment.from(rows))
}

const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))

/** Returns an empty cell with the alignment of another. */
const emptyLike = (cell: Node): Node => cell.type.createAndFill(cell.attrs) ?? cell

/** Inserts an empty row at `row`; inserted above the header, it becomes the header. */
export function insertRow(grid: Grid, { row, column }: Cell): TableChange {
  const model = grid[within(row, grid.length)] ?? []
  return { grid: grid.toSpliced(row, 0, model.map(emptyLike)), row, column }
}

/** Removes a row; returns undefined when it is the only one. The row below a removed header becomes the header. */
export function removeRow(grid: Grid, { row, column }: Cell): TableChange | undefined {
  if (grid.length <= 1) return undefined
  return { grid: grid.toSpliced(row, 1), row: within(row, grid.length - 1), column }
}

/** Inserts a copy of a row below it. */
export function copyRow(grid: Grid, { row, column }: Cell): TableChange {
  return { grid: grid.toSpliced(row + 1, 0, grid[row] ?? []), row: row + 1, column }
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Moves a row; returns undefined when it cannot move there. A row moved to the top becomes the header. */
export function moveRow(grid: Grid, { row, column }: Cell, to: number): TableChange | undefined {
  if (to === row || to < 0 || to >= grid.length) return undefined
  return { grid: moved(grid, row, to), row: to, column }
}

/** Inserts an empty column at `column`. */
export function insertColumn(grid: Grid, { row, column }: Cell): TableChange {
  const next = grid.map((cells) => {
    const model = cells[within(column, cells.length)]
    return model ? cells.toSpliced(column, 0, withAlignment(emptyLike(model), null)) : cells
  })
  return { grid: next, row, column }
}

/** Removes a column; returns undefined when it is the only one. */
export function removeColumn(grid: Grid, { row, column }: Cell): TableChange | undefined {
  const width = widthOf(grid)
  if (width <= 1) return undefined
  return { grid: grid.map((cells) => cells.toSpliced(column, 1)), row, column: within(column, width - 1) }
}

/** Moves a column; returns undefined when it cannot move there. */
export function moveColumn(grid: Grid, { row, column }: Cell, to: number): TableChange | undefined {
  if (to === column || to < 0 || to >= widthOf(grid)) return undefined
  return { grid: grid.map((cells) => moved(cells, column, to)), row, column: to }
}

function withAlignment(cell: Node, alignment: Alignment): Node {
  if (cell.attrs['alignment'] === alignment) return cell
  return cell.type.create({ ...cell.attrs, alignment }, cell.content)
}

/** Aligns a column. */
export function alignColumn(grid: Grid, { row, column }: Cell, alignment: Alignment): TableChange {
  const next = grid.map((cells) => cells.map((cell, at) => (at === column ? withAlignment(cell, alignment) : cell)))
  return { grid: next, row, column }
}
