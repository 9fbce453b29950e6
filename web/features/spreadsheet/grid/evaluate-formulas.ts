import { execfunction, FormulaCache, setCellValue } from '@fortune-sheet/core'
import { atom } from 'jotai'
import { FormulaEvaluator, findUnevaluatedFormulas } from './formula-evaluator.ts'
import { bufferAtom, loadedBookAtom } from './sheet-session.ts'

/** Time limits in ms, in total and per slice: the user keeps working in the meantime. */
const most = { all: 5000, stretch: 20 }

/** Evaluates the formulas without a stored result, a slice at a time, and shows the results. This is not an edit. */
export const evaluateFormulasAtom = atom(null, (get): void => {
  const board = get(loadedBookAtom)
  const hold = get(bufferAtom)
  const sheets = hold.sheets
  if (!board || !sheets) return
  const bare = findUnevaluatedFormulas(sheets)
  if (bare.length === 0) return
  const reckoner = new FormulaEvaluator(sheets, bare, { execfunction, setCellValue, FormulaCache })
  const started = performance.now()
  const goOn = () => {
    if (get(loadedBookAtom)?.id !== board.id) return
    const isOver = reckoner.goOn(most.stretch) || performance.now() - started > most.all
    if (!isOver) setTimeout(goOn)
    else show(reckoner)
  }
  const show = (done: FormulaEvaluator) => {
    const shown = done.done().filter(({ sheet, row, column, cell }) => {
      const now = hold.sheets?.find(({ id }) => id === sheet)?.data?.[row]?.[column]
      return now?.f === cell.f && now.v === undefined
    })
    const ops = shown.flatMap(({ sheet: id, row, column, v, m, ct }) =>
      Object.entries({ v, m, ct }).flatMap(([name, value]) =>
        value === undefined ? [] : [{ op: 'add' as const, id, path: ['data', row, column, name], value }],
      ),
    )
    if (ops.length === 0) return
    hold.evaluated = shown
    hold.book?.applyOp(ops)
  }
  setTimeout(goOn, 50)
})
