import type { StoredSheet } from '#shared/spreadsheet/form.ts'

/** A page of spreadsheets. */
export const sheetPage = (...sheets: StoredSheet[]): string => JSON.stringify(sheets)

/** Values, formats, merged cells and formulas, one of which leads to `rates`. */
export const sales: StoredSheet = {
  name: 'Sales',
  styles: [{ font: { bold: true }, bgcolor: '#ffee00' }, { numFmt: '0.00%' }, { numFmt: 'yyyy-mm-dd' }],
  merges: ['A4:B4'],
  rows: {
    0: { cells: { 0: { text: '名称', style: 0 }, 1: { text: 'Share', style: 0 } } },
    1: {
      height: 40,
      cells: {
        0: { text: '茶' },
        1: { text: '0.125', shown: '12.50%', style: 1 },
        2: { text: '2026-11-21', t: 'd', value: 46347, style: 2 },
      },
    },
    2: {
      cells: {
        0: { text: 'Sum' },
        1: { text: '=SUM(B2:B2)*2', value: 0.25, shown: '0.25' },
        2: { text: '=Rates!A1+1' },
      },
    },
    3: { cells: { 0: { text: 'merged', merge: [0, 1] } } },
    len: 800,
  },
  cols: { 0: { width: 210 }, len: 26 },
}
/** One number. */
export const rates: StoredSheet = { name: 'Rates', rows: { 0: { cells: { 0: { text: '7' } } }, len: 800 } }
