/** The kind of a failure, named by its HTTP status. */
export type ProblemKind = '401' | '403' | '404' | '409' | '410' | '429' | '500' | 'offline' | 'outdated'

const kinds: readonly [names: RegExp, kind: ProblemKind][] = [
  [/^offline$/, 'offline'],
  [/^(notLoggedIn|loginForced)$/, '401'],
  [/^(noRight|adminOnly)$/, '403'],
  [/^linkGone$/, '410'],
  [/Gone$|Unknown$/, '404'],
  [/^(itemArchived|pageLocked|pageChanged)$/, '409'],
  [/^tooMany/, '429'],
]

const nameOf = (error: unknown): string =>
  error instanceof Error && 'errorName' in error && typeof error.errorName === 'string' ? error.errorName : ''

const isMissingChunk = (error: unknown) => error instanceof TypeError && /import|module/i.test(error.message)

/** Returns the kind of a failure: API errors by name, anything else as a fault. */
export function getProblemKind(error: unknown): ProblemKind {
  if (isMissingChunk(error)) return 'outdated'
  const name = nameOf(error)
  return (name && kinds.find(([names]) => names.test(name))?.[1]) || '500'
}
