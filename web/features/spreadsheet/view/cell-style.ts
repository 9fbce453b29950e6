import type { CSSProperties } from 'react'
import { type Cell, contrastColor } from './sheets.ts'

/** Returns the style of the text color when the cell has no background; the style sheet lightens it in dark mode. */
const inkOf = (look: Cell['look']): CSSProperties =>
  look?.color && !look.background ? ({ '--ink': look.color } as CSSProperties) : {}

/** Returns the style of a cell as its author set it; numbers are aligned to the right. */
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
