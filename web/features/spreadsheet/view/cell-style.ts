import type { CSSProperties } from 'react'
import { type Cell, contrastColor } from './sheets.ts'

/** Returns the style of the text color when the cell has no background; the style sheet lightens it in dark mode. */
const inkOf = (style: Cell['look']): CSSProperties =>
  style?.color && !style.background ? ({ '--ink': style.color } as CSSProperties) : {}

/** Returns the style of a cell as its author set it; numbers are aligned to the right. */
export function cellStyle({ side, look: runStyle }: Cell): CSSProperties {
  const lines = [runStyle?.underline && 'underline', runStyle?.strike && 'line-through'].filter(Boolean).join(' ')
  return {
    textAlign: runStyle?.align ?? side,
    ...(runStyle?.valign && {
      verticalAlign: runStyle.valign,
      alignContent: runStyle.valign === 'top' ? 'start' : 'end',
    }),
    ...(runStyle?.bold && { fontWeight: 600 }),
    ...(runStyle?.italic && { fontStyle: 'italic' }),
    ...(lines && { textDecoration: lines }),
    ...(runStyle?.background && {
      backgroundColor: runStyle.background,
      color: runStyle.color ?? contrastColor(runStyle.background),
    }),
    ...inkOf(runStyle),
    ...(runStyle?.wraps && { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }),
  }
}
