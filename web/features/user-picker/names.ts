import { filterList } from '#web/ui/list-filter.ts'

/** Somebody who may be chosen. */
export interface Person {
  username: string
  /** Their own name; may be empty. */
  name: string
}

/** A username as the server compares it. */
export const nameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

/** Whether a typed text goes past one name: a comma or semicolon ends it; a space does not, people have first and last names. */
export const endsName = (text: string): boolean => /[,，;；、]/u.test(text)

/** Whether a pasted text holds more than one name. */
export const hasSeveralNames = (text: string): boolean => /[,，;；、\s]/u.test(text.trim())

/** The names in a text: parts between commas, semicolons and line ends. A part that is nobody's name is split at spaces too. */
export function parseNames(text: string, people: readonly Person[]): string[] {
  const named = people.filter(({ name }) => name !== '')
  const byName = new Map(named.map(({ username, name }) => [nameKey(name), username]))
  return text
    .split(/[,，;；、\t\r\n]+/u)
    .map((part) => part.trim())
    .flatMap((part) => byName.get(nameKey(part)) ?? part.split(/\s+/u))
    .filter(Boolean)
}

/** What became of names that somebody wants to add. */
export interface AddNamesResult {
  /** The usernames chosen from now on. */
  value: string[]
  /** Those left out, for they are in already. */
  there: string[]
}

/** Adds names to those chosen: each once, in the spelling of the account, without those who are in already. */
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

/** Whom to suggest for a typed text: those not chosen and not in already, the username that is typed whole first. */
export function suggestPeople(people: readonly Person[], typed: string, without: readonly string[]): Person[] {
  const taken = new Set(without.map(nameKey))
  const free = people.filter(({ username }) => !taken.has(nameKey(username)))
  const found = filterList(free, typed, ({ username, name }) => `${username} ${name}`)
  const whole = found.findIndex(({ username }) => nameKey(username) === nameKey(typed))
  const [first] = whole > 0 ? found.splice(whole, 1) : []
  return first ? [first, ...found] : found
}

/** Those of the chosen whom nobody is called. */
export function unknownNames(value: readonly string[], people: readonly Person[]): Set<string> {
  const known = new Set(people.map(({ username }) => nameKey(username)))
  return new Set(value.filter((username) => !known.has(nameKey(username))))
}

/** The parts of a text that may be the name of one person with a space in it, and are nobody's whom one knows. */
export function openNames(text: string, people: readonly Person[]): string[] {
  const known = new Set(people.map(({ name }) => nameKey(name)))
  return text
    .split(/[,，;；、\t\r\n]+/u)
    .map((part) => part.trim())
    .filter((part) => /\s/u.test(part) && !known.has(nameKey(part)))
}
