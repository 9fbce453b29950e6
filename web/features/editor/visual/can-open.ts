/**
 * The longest text that opens in visual mode within its time limit, in bytes. Source: the figures of the page editor.
 */
const mostBytes = 200 * 1024

/** A text of more lines than this is mostly tiny blocks, each of which costs the browser time. */
const mostLines = 6000

/** A table or list of more lines than this is laid out as a whole at each keystroke, which then takes too long. */
const mostTogether = 500

/** Returns whether too many lines follow each other without an empty one; code is a single text of any length. */
function hasLongBlock(lines: readonly string[]): boolean {
  let together = 0
  let fence = ''
  for (const line of lines) {
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = sign
    else if (sign.startsWith(fence) && line.trim() === sign) fence = ''
    together = fence !== '' || line.trim() === '' ? 0 : together + 1
    if (together > mostTogether) return true
  }
  return false
}

/** Returns why a text cannot be edited in visual mode; undefined when it can. */
export function getVisualModeBlocker(text: string): 'tooLong' | undefined {
  const lines = text.split(/\r\n?|\n/, mostLines + 1)
  if (lines.length > mostLines || hasLongBlock(lines)) return 'tooLong'
  if (text.length * 3 <= mostBytes) return undefined
  return new TextEncoder().encode(text).byteLength > mostBytes ? 'tooLong' : undefined
}
