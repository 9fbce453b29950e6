import { filterList } from '#web/ui/list-filter.ts'

/** A person who may be chosen. */
export interface Person {
  username: string
  /** The display name; may be empty. */
  name: string
}

/** Normalizes a username as the server compares it. */
export const nameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

/**
 * Returns whether a typed text goes beyond one name: a comma or semicolon ends it. A space does not, because people
 * have first and last names.
 */
export const endsName = (text: string): boolean => /[,，;；、]/u.test(text)

/** Returns whether a pasted text contains more than one name. */
export const hasSeveralNames = (text: string): boolean => /[,，;；、\s]/u.test(text.trim())

/**
 * Returns the names in a text, separated by commas, semicolons and line breaks. A part that is not a known name is
 * split at spaces too.
 */
export function parseNames(text: string, people: readonly Person[]): string[] {
  const named = people.filter(({ name }) => name !== '')
  const byName = new Map(named.map(({ username, name }) => [nameKey(name), username]))
  return text
    .split(/[,，;；、\t\r\n]+/u)
    .map((part) => part.trim())
    .flatMap((part) => byName.get(nameKey(part)) ?? part.split(/\s+/u))
    .filter(Boolean)
}

/** The result of adding names. */
interface AddNamesResult {
  /** The usernames chosen now. */
  value: string[]
  /** The names left out because they are already in. */
  there: string[]
}

/** Adds names to the chosen ones: each once, in the spelling of the account, without those already in. */
export function addNames(
  value: readonly string[],
  names: readonly string[],
  people: readonly Person[],
  exclude: readonly string[],
): AddNamesResult {
  const spelling = new Map(people.map(({ username }) => [nameKey(username), username]))
  const excluded = new Set(exclude.map(nameKey))
  const chosen = new Map(value.map((username) => [nameKey(username), username]))
  const there: string[] = []
  for (const name of names) {
    const key = nameKey(name)
    if (excluded.has(key)) there.push(spelling.get(key) ?? name)
    else if (!chosen.has(key)) chosen.set(key, spelling.get(key) ?? name.trim())
  }
  return { value: [...chosen.values()], there }
}

/**
 * Returns the suggestions for a typed text: people not chosen and not already in, with an exact username match first.
 */
export function suggestPeople(people: readonly Person[], typed: string, without: readonly string[]): Person[] {
  const taken = new Set(without.map(nameKey))
  const free = people.filter(({ username }) => !taken.has(nameKey(username)))
  const found = filterList(free, typed, ({ username, name }) => `${username} ${name}`)
  const whole = found.findIndex(({ username }) => nameKey(username) === nameKey(typed))
  const [first] = whole > 0 ? found.splice(whole, 1) : []
  return first ? [first, ...found] : found
}

/** Returns the chosen names that belong to no known person. */
export function unknownNames(value: readonly string[], people: readonly Person[]): Set<string> {
  const known = new Set(people.map(({ username }) => nameKey(username)))
  return new Set(value.filter((username) => !known.has(nameKey(username))))
}

/** Returns the parts of a text that contain a space, and may be one person's name, but match no known person. */
export function openNames(text: string, people: readonly Person[]): string[] {
  const known = new Set(people.map(({ name }) => nameKey(name)))
  return text
    .split(/[,，;；、\t\r\n]+/u)
    .map((part) => part.trim())
    .filter((part) => /\s/u.test(part) && !known.has(nameKey(part)))
}
