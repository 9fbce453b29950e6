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

/** The Markdown to show for what a page holds: itself, or its JSON as a block of code. */
export function bodyText(content: string): string {
  const value = asJson(content)
  if (!value) return content
  const text = JSON.stringify(value, null, 2)
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${text}\n${fence}\n`
}
