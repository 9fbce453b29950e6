/** The longest text that opens in the visual mode within its time, in bytes. Source: the figures of the page editor. */
const mostBytes = 200 * 1024

/** A text of more lines than this is mostly tiny blocks, each of which costs the browser time. */
const mostLines = 10_000

/** Why a text cannot be written in the visual mode; undefined when it can. */
export function whyNotVisual(text: string): 'tooLong' | undefined {
  if (text.split('\n', mostLines + 1).length > mostLines) return 'tooLong'
  if (text.length * 3 <= mostBytes) return undefined
  return new TextEncoder().encode(text).byteLength > mostBytes ? 'tooLong' : undefined
}
