interface Range {
  row: [first: number, last: number]
  column: [first: number, last: number]
  sheetId: string
}

/** A formula as the grid notes it: what it reads, and which formulas read it. */
export interface NotedFormula {
  key: string
  r: number
  c: number
  id: string
  formulaDependency: Range[]
  parents: Record<string, number>
}

/** Formulas of a sheet, by column and then by row. */
type Columns = Map<number, NotedFormula[]>

const keyPattern = /^r(\d+)c(\d+)i(.*)$/s

/** From so many formulas on that an edit reaches, all links are made at once rather than one formula after the other. */
const many = 40

const holds = ({ row, column, sheetId }: Range, { r, c, id }: Pick<NotedFormula, 'r' | 'c' | 'id'>) =>
  r >= row[0] && r <= row[1] && c >= column[0] && c <= column[1] && sheetId === id

/** The first of `formulas`, which lie in one column, at or below `row`. */
function firstAt(formulas: readonly NotedFormula[], row: number): number {
  let [low, high] = [0, formulas.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((formulas[middle]?.r ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}

function byPlace(all: readonly NotedFormula[]): Map<string, Columns> {
  const sheets = new Map<string, Columns>()
  for (const one of all) {
    const columns = sheets.get(one.id) ?? new Map<number, NotedFormula[]>()
    sheets.set(one.id, columns)
    const column = columns.get(one.c)
    if (column) column.push(one)
    else columns.set(one.c, [one])
  }
  for (const columns of sheets.values()) for (const column of columns.values()) column.sort((a, b) => a.r - b.r)
  return sheets
}

/** Notes at every formula which ones read it. */
function linkAll(all: readonly NotedFormula[]): void {
  const sheets = byPlace(all)
  for (const { key, formulaDependency } of all)
    for (const { row, column, sheetId } of formulaDependency)
      for (const [at, formulas] of sheets.get(sheetId) ?? []) {
        if (at < column[0] || at > column[1]) continue
        for (let index = firstAt(formulas, row[0]); index < formulas.length; index += 1) {
          const one = formulas[index]
          if (!one || one.r > row[1]) break
          one.parents[key] = 1
        }
      }
}

/**
 * The formulas that read one of the changed cells; at each formula that the change reaches it is noted which ones read
 * it. In place of the grid's own way, which looks at every cell that any formula reads: 150 ms for each edit of a sheet
 * with 10,000 sums.
 *
 * @param changed keys such as `r0c1isheet-0`
 * @param isForced all formulas are wanted
 */
export function touchedFormulas(
  formulas: Record<string, NotedFormula>,
  changed: Record<string, unknown>,
  isForced: boolean,
): NotedFormula[] {
  const all = Object.values(formulas)
  if (isForced) {
    linkAll(all)
    return all
  }
  const cells = Object.keys(changed).flatMap((key) => {
    const [, r, c, id] = keyPattern.exec(key) ?? []
    return id === undefined ? [] : [{ r: Number(r), c: Number(c), id }]
  })
  const readsOne = (range: Range) => cells.some((cell) => holds(range, cell))
  const touched = all.filter(({ formulaDependency }) => formulaDependency.some(readsOne))
  const reached = new Set(touched)
  for (const one of reached) {
    if (reached.size > many) {
      linkAll(all)
      break
    }
    for (const reader of all) {
      if (!reader.formulaDependency.some((range) => holds(range, one))) continue
      one.parents[reader.key] = 1
      reached.add(reader)
    }
  }
  return touched
}

/** Where rows end from the top, in px, and how high all of them are. */
export interface RowEnds {
  ends: number[]
  height: number
}

interface RowSizes {
  rowlen?: Record<string, number>
  rowhidden?: Record<string, number>
}

/** Where each row ends. In place of the grid's own way, which asks its state anew for every row: 40 ms for each edit. */
export function rowEnds(
  config: RowSizes | undefined,
  count: number,
  usual: number,
  zoom: number,
  former: number[] | undefined,
): RowEnds {
  const { rowlen = {}, rowhidden = {} } = config ?? {}
  const ends: number[] = []
  let height = 0
  for (let row = 0; row < count; row += 1) {
    if (rowhidden[row] === undefined || rowhidden[row] === null)
      height += Math.round(((rowlen[row] || usual) + 1) * zoom)
    ends.push(height)
  }
  const isSame = former?.length === count && former.every((end, row) => end === ends[row])
  return { ends: isSame ? former : ends, height }
}
