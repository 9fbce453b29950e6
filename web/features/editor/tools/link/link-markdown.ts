/** Returns a Markdown link; special characters of the text are escaped. */
export function linkMarkdown(words: string, address: string): string {
  const shown = words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]`*<]/g, '\\$&')
  return `[${shown || address}](${/[\s()<>]/.test(address) ? `<${address}>` : address})`
}
