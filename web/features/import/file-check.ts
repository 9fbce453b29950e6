// The most that a file to import may weigh, in bytes. Source: security rules, Import and export.
const fileMaxBytes = 50 * 1024 * 1024

/** Why a file need not even be sent; undefined when it may be. */
export function fileProblem(file: {
  name: string
  type: string
  size: number
}): 'notZip' | 'empty' | 'tooLarge' | undefined {
  if (!/\.(zip|json|ya?ml)$/i.test(file.name) && !/zip|json|yaml/.test(file.type)) return 'notZip'
  if (file.size === 0) return 'empty'
  return file.size > fileMaxBytes ? 'tooLarge' : undefined
}
