import { fenced } from '#shared/markdown/fence.ts'

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
  return `${fenced(JSON.stringify(value, null, 2), 'json')}\n`
}
