/** A link in Markdown; the words show just what they say. */
export function linkMarkdown(words: string, address: string): string {
  const shown = words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]`*<]/g, '\\$&')
  return `[${shown || address}](${/[\s()<>]/.test(address) ? `<${address}>` : address})`
}
