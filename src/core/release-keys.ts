declare const __DOCSTEAD_RELEASE_KEYS__: readonly string[] | undefined

/**
 * Minisign public keys that every build trusts, as in the second line of a `.pub` file: `RW...`, 56 characters. Two or
 * more, so that one can be replaced: a release that is signed with the old key brings the new one. They belong to the
 * maintainers, who alone have the secret files; `npm run release` makes nothing without them.
 */
const keysOfEveryBuild: readonly string[] = []

/**
 * The keys that sign releases for this build: those above, and those that `npm run package -- --update-key FILE` gave.
 * Nothing at run time can add one: anyone who can set a variable or write a file of the server could otherwise replace the
 * program.
 */
export const releaseKeys: readonly string[] = [
  ...keysOfEveryBuild,
  ...(typeof __DOCSTEAD_RELEASE_KEYS__ === 'undefined' ? [] : __DOCSTEAD_RELEASE_KEYS__),
]

/** Returns the number of a public key as minisign shows it: `key ID 1A2B...`. */
export const keyIdOf = (line: string): string =>
  Buffer.from(line, 'base64').subarray(2, 10).reverse().toString('hex').toUpperCase()
