/**
 * Converts a pasted API description to a file to check; undefined when it is neither a JSON object nor looks like YAML.
 * The server reports YAML errors with their line.
 */
export function descriptionFile(text: string): File | undefined {
  if (!/^\s*[{[]/.test(text)) {
    const isMapping = /^\s*(?:[\w$-]+|"[^"\n]*"|'[^'\n]*')\s*:(?:\s|$)/m.test(text)
    return isMapping ? new File([text], 'description.yaml', { type: 'application/yaml' }) : undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? new File([text], 'description.json', { type: 'application/json' }) : undefined
  } catch {
    return undefined // the user can see what is missing
  }
}
