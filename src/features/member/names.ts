import type { Tx } from '#src/db/database.ts'
import { findUserByName, usernameKey } from '#src/features/user/index.ts'

/** A person in a list of names. */
export interface Person {
  uid: number
  username: string
}

/** Returns the people in a comma-separated list of user names, each once, and the names that nobody has. */
export async function findPeople(tx: Tx, list: string): Promise<{ people: Person[]; unknown: string[] }> {
  const names = list
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const people = new Map<number, Person>()
  const unknown: string[] = []
  for (const name of names) {
    const person = await findUserByName(tx, usernameKey(name))
    if (person) people.set(person.uid, { uid: person.uid, username: person.username })
    else unknown.push(name)
  }
  return { people: [...people.values()], unknown }
}

/** Returns names as a message shows them: the first few, and that there are more. */
export const shownNames = (names: readonly string[]): string =>
  names.slice(0, 10).join(', ') + (names.length > 10 ? ' …' : '')
