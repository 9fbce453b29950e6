import { parsePublicKey } from '#src/features/update/index.ts'

/** How a maintainer makes the keys, for messages. */
const how = [
  'make two keys, each with its own password, and store the secret files on two machines that are not connected:',
  '  minisign -G -p docstead-1.pub -s docstead-1.key',
  '  minisign -G -p docstead-2.pub -s docstead-2.key',
  'then put the second line of each .pub file into keysOfEveryBuild of src/core/release-keys.ts and commit it;',
  'a release of your own, for your own servers, names them instead: --update-key docstead-1.pub --update-key docstead-2.pub',
].join('\n')

/**
 * Returns why no release can be made with these keys; undefined when one can. An executable that trusts no key, or not the
 * one that signs, could never be updated; with one key alone, losing it would have the same effect.
 *
 * @param signing the public key of the secret key that signs, as its line
 * @param trusted the public keys that the executables trust, as their lines
 * @param isSingle whether one key is enough: on purpose
 */
export function findKeyProblem(signing: string, trusted: readonly string[], isSingle: boolean): string | undefined {
  const bad = trusted.find((line) => parsePublicKey(line) === undefined)
  if (bad !== undefined) return `'${bad}' is no minisign public key`
  if (trusted.length === 0) return `the executables would trust no key, and could never be updated; ${how}`
  if (!trusted.includes(signing))
    return `the key that signs (${signing}) is none of those that the executables trust: they would reject every further release`
  if (new Set(trusted).size < 2 && !isSingle)
    return `the executables would trust one key only, and could not be updated once it is lost; ${how}\nor say --single-key`
  return undefined
}
