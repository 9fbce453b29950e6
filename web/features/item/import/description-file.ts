const isMapping = /^\s*(?:[\w$-]+|"[^"\n]*"|'[^'\n]*')\s*:(?:\s|$)/m

/** What a pasted text begins with, and the name of a file of that kind. */
const kinds: readonly [begins: RegExp, name: string, type: string][] = [
  [/^\s*(?:(?:#|\/\/)[^\n]*\n\s*)*(?:\$\s+)?curl(?:\.exe)?\s/, 'commands.curl', 'text/plain'],
  [/^\s*(?:(?:\/\/[^\n]*|\/\*[^]*?\*\/)\s*)*(?:syntax|edition)\s*=/, 'api.proto', 'text/plain'],
  [
    /^\s*(?:(?:#[^\n]*|"""[^]*?""")\s*)*(?:extend\s+)?(?:type|schema|interface|input|enum|scalar|union|directive)\b[^:\n]*(?:\{|=|@|$)/m,
    'schema.graphql',
    'text/plain',
  ],
  [/^meta\s*\{/, 'request.bru', 'text/plain'],
]

/**
 * Converts a pasted API description to a file to check; undefined when it is neither JSON, nor looks like YAML or one of
 * the other languages. The server reports errors with their line.
 */
export function descriptionFile(text: string): File | undefined {
  if (!/^\s*[{[]/.test(text)) {
    const [, name, type] = kinds.find(([begins]) => begins.test(text)) ?? []
    if (name !== undefined) return new File([text], name, { type: type ?? '' })
    return isMapping.test(text) ? new File([text], 'description.yaml', { type: 'application/yaml' }) : undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    const isTree = typeof value === 'object' && value !== null
    return isTree ? new File([text], 'description.json', { type: 'application/json' }) : undefined
  } catch {
    return undefined // the user can see what is missing
  }
}
