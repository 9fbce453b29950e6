/** The maximum size of the pending saves, in characters, so that hours without a server do not fill the memory. */
const mostLetters = 60_000_000

/**
 * Adds a save to those sent since the last response of the server. The server may have stored any one of them, but only
 * one: it then rejects the others, which have the same base version. Beyond the maximum size the new save replaces the
 * last one, because the first ones were sent before the server was known to be unreachable.
 */
export function addPending<T>(sent: readonly T[], one: T, textOf: (one: T) => string): readonly T[] {
  if (sent.some((other) => textOf(other) === textOf(one))) return sent
  const letters = sent.reduce((sum, other) => sum + textOf(other).length, textOf(one).length)
  return letters > mostLetters && sent.length > 1 ? [...sent.slice(0, -1), one] : [...sent, one]
}
