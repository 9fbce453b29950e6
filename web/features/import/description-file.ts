/** A pasted description of an API as a file to check; undefined when it is no JSON object. */
export function descriptionFile(text: string): File | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? new File([text], 'description.json', { type: 'application/json' }) : undefined
  } catch {
    return undefined // what it lacks, the person sees
  }
}
