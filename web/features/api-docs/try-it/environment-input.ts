import { variableName } from '#shared/contract/api-call-rules.ts'
import { trimName } from '#shared/contract/name.ts'
import type { Environment, EnvironmentInput } from './atoms.ts'

/** A variable in the form. */
export interface VariableField {
  id: number
  name: string
  value: string
  isSecret: boolean
}

/** The form of an environment. */
export interface EnvironmentForm {
  env_id: string
  env_name: string
  base_url: string
  variables: VariableField[]
  /** The version that was read; empty for a new environment. */
  env_version: string
}

let lastId = 0
/** Creates an empty variable field. */
export const newVariable = (given: Partial<VariableField> = {}): VariableField => ({
  name: '',
  value: '',
  isSecret: false,
  ...given,
  id: ++lastId,
})

/** Returns the form of an environment; an empty form without one. */
export function toEnvironmentForm(environment?: Environment): EnvironmentForm {
  if (!environment) return { env_id: '', env_name: '', base_url: '', variables: [newVariable()], env_version: '' }
  const { env_id, env_name, base_url, variables, env_version } = environment
  return {
    env_id,
    env_version,
    env_name,
    base_url,
    variables: variables.map(({ name, value, is_secret }) => newVariable({ name, value, isSecret: is_secret })),
  }
}

/** Errors of the form, by field. */
export interface FormErrors {
  env_name?: 'needed'
  base_url?: 'address'
  /** Ids of the variables with an invalid or duplicate name. */
  names: ReadonlySet<number>
}

const isAddress = (text: string) => /^https?:\/\/[^\s?#@\\{}/]+[^\s?#@\\{}]*$/i.test(text) && URL.canParse(text)

const filledIn = ({ variables }: EnvironmentForm) =>
  variables.filter(({ name, value }) => name.trim() !== '' || value !== '')

/** Validates a form; undefined when it can be saved. */
export function validateForm(form: EnvironmentForm): FormErrors | undefined {
  const seen = new Set<string>()
  const names = new Set<number>()
  for (const { id, name } of filledIn(form)) {
    if (!variableName.test(name.trim()) || seen.has(name.trim())) names.add(id)
    seen.add(name.trim())
  }
  const faults: FormErrors = {
    names,
    ...(trimName(form.env_name) === '' && { env_name: 'needed' as const }),
    ...(form.base_url.trim() !== '' && !isAddress(form.base_url.trim()) && { base_url: 'address' as const }),
  }
  return names.size > 0 || faults.env_name || faults.base_url ? faults : undefined
}

/** Converts a form to the input of the save call. */
export const toEnvironmentInput = (form: EnvironmentForm): EnvironmentInput => ({
  env_id: form.env_id,
  env_name: trimName(form.env_name),
  base_url: form.base_url.trim(),
  base_version: form.env_version,
  variables: filledIn(form).map(({ name, value, isSecret }) => ({
    name: name.trim(),
    value: isSecret ? '' : value,
    is_secret: isSecret,
  })),
})

/** A part that two users changed at the same time (a variable by its name), and the other user's value. */
export interface MergeConflict {
  part: 'env_name' | 'base_url' | { variable: string }
  theirs: { value: string } | 'secret' | 'gone'
}

const isSame = (a: VariableField | undefined, b: VariableField | undefined) =>
  a === b || (a !== undefined && b !== undefined && a.value === b.value && a.isSecret === b.isSecret)

/**
 * Merges two edits of the same form: a change by one user is taken over, variable by variable. A part that both changed
 * keeps the value in `mine` and is reported; a variable that one deleted and the other changed is kept.
 */
export function mergeForms(
  base: EnvironmentForm,
  mine: EnvironmentForm,
  theirs: EnvironmentForm,
): { form: EnvironmentForm; clashes: MergeConflict[] } {
  const conflicts: MergeConflict[] = []
  const text = (part: 'env_name' | 'base_url'): string => {
    const [own, other] = [mine[part].trim(), theirs[part]]
    if (own === other || own === base[part]) return other
    if (other !== base[part]) conflicts.push({ part, theirs: { value: other } })
    return own
  }
  const at = ({ variables }: EnvironmentForm, name: string) => variables.find((one) => one.name.trim() === name)
  const variable = (name: string): VariableField[] => {
    const [former, own, other] = [at(base, name), at(mine, name), at(theirs, name)]
    if (isSame(own, former)) return other ? [{ ...other, id: own?.id ?? other.id }] : []
    if (!isSame(other, former) && !isSame(own, other))
      conflicts.push({
        part: { variable: name },
        theirs: other ? (other.isSecret ? 'secret' : { value: other.value }) : 'gone',
      })
    return own ? [own] : other && !isSame(other, former) ? [other] : []
  }
  const names = [...filledIn(mine), ...theirs.variables].map(({ name }) => name.trim())
  const form = {
    env_id: theirs.env_id,
    env_version: theirs.env_version,
    env_name: text('env_name'),
    base_url: text('base_url'),
    variables: [...new Set(names)].flatMap(variable),
  }
  return { form, clashes: conflicts }
}
