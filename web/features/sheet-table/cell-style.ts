import type { CSSProperties } from 'react'
import { type Cell, contrastColor } from './sheets.ts'

/** The colour of letters on no colour, for the sheet of styles: it is lightened where it is dark. */
const inkOf = (look: Cell['look']): CSSProperties =>
  look?.color && !look.background ? ({ '--ink': look.color } as CSSProperties) : {}

/** How a cell is drawn: as its author wanted; numbers to the right. */
export function cellStyle({ side, look }: Cell): CSSProperties {
  const lines = [look?.underline && 'underline', look?.strike && 'line-through'].filter(Boolean).join(' ')
  return {
    textAlign: look?.align ?? side,
    ...(look?.valign && { verticalAlign: look.valign, alignContent: look.valign === 'top' ? 'start' : 'end' }),
    ...(look?.bold && { fontWeight: 600 }),
    ...(look?.italic && { fontStyle: 'italic' }),
    ...(lines && { textDecoration: lines }),
    ...(look?.background && { backgroundColor: look.background, color: look.color ?? contrastColor(look.background) }),
    ...inkOf(look),
    ...(look?.wraps && { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }),
  }
}
