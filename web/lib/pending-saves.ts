/** How many letters of them are kept, so that hours without a server do not fill the memory. */
const mostLetters = 60_000_000

/**
 * What was sent since the server last answered, with one more. Any of them may be what the server has now, though only one:
 * when it has taken one, those made from the same version are refused. Where they would become too much, the last one makes
 * way: the first were sent before the server was known to be gone.
 */
export function addPending<T>(sent: readonly T[], one: T, textOf: (one: T) => string): readonly T[] {
  if (sent.some((other) => textOf(other) === textOf(one))) return sent
  const letters = sent.reduce((sum, other) => sum + textOf(other).length, textOf(one).length)
  return letters > mostLetters && sent.length > 1 ? [...sent.slice(0, -1), one] : [...sent, one]
}
