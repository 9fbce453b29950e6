/** Returns the length of the longest run of backticks in a text. */
export const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)

/** Returns a text as a code block, with a fence longer than any in it. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
