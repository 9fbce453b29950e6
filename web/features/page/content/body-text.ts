const asJson = (content: string): object | undefined => {
  const first = content.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined // ordinary text that begins like JSON
  }
}

/** Returns the Markdown to show for the content of a page: itself, or its JSON as a code block. */
export function bodyText(content: string): string {
  const value = asJson(content)
  if (!value) return content
  const text = JSON.stringify(value, null, 2)
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${text}\n${fence}\n`
}
