/** Returns what the name of a row says below another one: `[].id` of `list[].id` in `list`; empty for itself, undefined outside of it. */
export const nameBelow = (name: string, step: string): string | undefined => {
  if (name === step) return ''
  if (!name.startsWith(step)) return undefined
  const rest = name.slice(step.length)
  return rest.startsWith('.') ? rest.slice(1) : /^[[(]/.test(rest) ? rest : undefined
}

/** Splits the name of a field into what it is in and its last step: a property, `[]`, `*` or `(oneOf 2)`. */
export function splitName(name: string): [parent: string, own: string] {
  const [step] = /(?:\[\d*\]|\((?:oneOf|anyOf) \d+\))$/.exec(name) ?? []
  if (step !== undefined) return [name.slice(0, name.length - step.length), step]
  const cut = name.lastIndexOf('.')
  const [parent, own] = cut < 0 ? ['', name] : [name.slice(0, cut), name.slice(cut + 1)]
  // what follows the brackets without a dot belongs to them
  const [, inside, rest] = /^(.*(?:\[\d*\]|\((?:oneOf|anyOf) \d+\)))(.+)$/.exec(own) ?? []
  return inside === undefined || rest === undefined ? [parent, own] : [cut < 0 ? inside : `${parent}.${inside}`, rest]
}

/** Returns the name that a row has when what it is in, or it itself, has another one. */
export const renamed = (name: string, from: string, to: string): string => {
  const rest = nameBelow(name, from)
  return rest === undefined ? name : to + name.slice(from.length)
}
