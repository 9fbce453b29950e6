import type { CSSProperties } from 'react'
import { type Cell, inkOn } from './sheets.ts'

const isNumber = (text: string) => /^-?[\d,. ]*\d%?$/.test(text)

/** How a cell is drawn: as its author wanted; numbers to the right. */
export function cellStyle({ text, look }: Cell): CSSProperties {
  const lines = [look?.underline && 'underline', look?.strike && 'line-through'].filter(Boolean).join(' ')
  return {
    textAlign: look?.align ?? (isNumber(text) ? 'right' : 'left'),
    ...(look?.bold && { fontWeight: 600 }),
    ...(look?.italic && { fontStyle: 'italic' }),
    ...(lines && { textDecoration: lines }),
    ...(look?.background && { backgroundColor: look.background, color: look.color ?? inkOn(look.background) }),
    ...(look?.wraps && { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }),
  }
}
