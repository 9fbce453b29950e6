/** The rule after a name: how often, how many or by how much. */
export interface Rule {
  min?: number
  /** Left out for a single number. */
  max?: number
  /** The number of decimal places. */
  places?: readonly [min: number, max: number]
  /** The increment of each further value. */
  step?: number
}

const number = '[+-]?\\d{1,15}'
const shape = new RegExp(`^(?:\\+(\\d{1,15})|(${number})?(?:-(${number}))?(?:\\.(\\d{1,3})(?:-(\\d{1,3}))?)?)$`)

/**
 * Parses a key into its name, and its rule if it has one: `name|min-max`, `name|count`, `name|min-max.dmin-dmax`,
 * `name|+step`.
 */
export function parseRule(key: string): { name: string; rule: Rule | undefined } {
  const bar = key.lastIndexOf('|')
  const [all, step, min, max, fewest, most] = shape.exec(bar > 0 ? key.slice(bar + 1) : '') ?? []
  const hasRule = all !== undefined && all !== '' && (max === undefined || min !== undefined)
  if (!hasRule) return { name: key, rule: undefined }
  const rule: Rule = {}
  if (step !== undefined) rule.step = Number(step)
  if (min !== undefined) rule.min = Number(min)
  if (max !== undefined) rule.max = Number(max)
  if (fewest !== undefined) rule.places = [Number(fewest), Number(most ?? fewest)]
  return { name: key.slice(0, bar), rule }
}
