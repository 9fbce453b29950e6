/** A media type with its parameters: `application/json; charset=utf-8`. */
interface MediaType {
  /** As it is written. */
  text: string
  /** Type and subtype in lower case, without parameters. */
  name: string
  parameters: ReadonlyMap<string, string>
}

function parseMediaType(text: string): MediaType {
  const [name = '', ...rest] = text.split(';')
  const parameters = rest.map((one): [string, string] => {
    const [key = '', value = ''] = one.split('=')
    return [key.trim().toLowerCase(), value.trim().replaceAll('"', '').toLowerCase()]
  })
  return { text, name: name.trim().toLowerCase(), parameters: new Map(parameters.filter(([key]) => key !== '')) }
}

/** Whether one name stands for all that another does: a wildcard, or the suffix of a structured type. */
function isCovered(name: string, by: string): boolean {
  if (name === by || by === '*/*') return true
  const [type, subtype = ''] = name.split('/')
  const [wider, others = ''] = by.split('/')
  if (type !== wider) return false
  return others === '*' || (!subtype.includes('*') && subtype.endsWith(`+${others}`))
}

/** What happened to a media type that both sides have in some form. */
interface MediaTypePair {
  from: string
  to: string
  change:
    | 'none'
    | 'generalized'
    | 'specialized'
    | 'changed'
    | { parameter: string; is: 'added' | 'removed' | 'changed' }
}

function pairOf(old: MediaType, now: MediaType): MediaTypePair | undefined {
  const isSame = old.name === now.name
  if (!isSame && !isCovered(old.name, now.name) && !isCovered(now.name, old.name)) return undefined
  const pair = (change: MediaTypePair['change']) => ({ from: old.text, to: now.text, change })
  const keys = new Set([...old.parameters.keys(), ...now.parameters.keys()])
  const changed = [...keys].flatMap((parameter): { parameter: string; is: 'added' | 'removed' | 'changed' }[] => {
    const [first, second] = [old.parameters.get(parameter), now.parameters.get(parameter)]
    if (first === second) return []
    return [{ parameter, is: first === undefined ? 'added' : second === undefined ? 'removed' : 'changed' }]
  })
  const [only, second] = changed
  if (only === undefined) return pair(isSame ? 'none' : isCovered(old.name, now.name) ? 'generalized' : 'specialized')
  return pair(isSame && second === undefined ? only : 'changed')
}

/** Matches the media types of two sides: equal ones, then those that differ in parameters, then wildcards. */
export function matchMediaTypes(olds: readonly string[], news: readonly string[]) {
  let before = olds.map(parseMediaType)
  let after = news.map(parseMediaType)
  const pairs: MediaTypePair[] = []
  const match = (isPair: (one: MediaType, other: MediaType) => boolean): void => {
    for (const one of before) {
      const other = after.find((candidate) => isPair(one, candidate))
      const pair = other && pairOf(one, other)
      if (!pair) continue
      pairs.push(pair)
      before = before.filter((each) => each !== one)
      after = after.filter((each) => each !== other)
    }
  }
  match((one, other) => pairOf(one, other)?.change === 'none')
  match((one, other) => one.name === other.name)
  match((one, other) => pairOf(one, other) !== undefined)
  // a wildcard stands for several
  const covering = news.map(parseMediaType).filter(({ name }) => name.includes('*'))
  for (const one of before) {
    const other = covering.find(({ name }) => isCovered(one.name, name))
    if (!other) continue
    pairs.push({ from: one.text, to: other.text, change: 'generalized' })
    before = before.filter((each) => each !== one)
  }
  return { pairs, removed: before.map(({ text }) => text), added: after.map(({ text }) => text) }
}

/** Whether a format distinguishes types: in JSON `1` is not `"1"`. */
export const isTypedFormat = (mediaType: string): boolean => {
  const { name } = parseMediaType(mediaType)
  return name.includes('*') || /[/+](?:json|jsonl|x-ndjson|x-jsonlines|json-seq|geo\+json-seq)$/.test(name)
}
