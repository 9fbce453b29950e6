import { variableName } from '#contract/api-call-rules.ts'
import type { Environment, EnvironmentInput } from './atoms.ts'

/** A variable in the form. */
export interface VariableField {
  id: number
  name: string
  value: string
  isSecret: boolean
}

/** An environment in the form. */
export interface EnvironmentForm {
  env_id: string
  env_name: string
  base_url: string
  variables: VariableField[]
}

let lastId = 0
/** A variable without a name. */
export const newVariable = (given: Partial<VariableField> = {}): VariableField => ({
  name: '',
  value: '',
  isSecret: false,
  ...given,
  id: ++lastId,
})

/** The form of an environment; of a new one without any. */
export function formOf(environment?: Environment): EnvironmentForm {
  if (!environment) return { env_id: '', env_name: '', base_url: '', variables: [newVariable()] }
  const { env_id, env_name, base_url, variables } = environment
  return {
    env_id,
    env_name,
    base_url,
    variables: variables.map(({ name, value, is_secret }) => newVariable({ name, value, isSecret: is_secret })),
  }
}

/** What is wrong with a form, by its fields. */
export interface FormFaults {
  env_name?: 'needed'
  base_url?: 'address'
  /** The variables whose names are wrong, or stand there twice. */
  names: ReadonlySet<number>
}

const isAddress = (text: string) => /^https?:\/\/[^\s?#@\\{}/]+[^\s?#@\\{}]*$/i.test(text) && URL.canParse(text)

const filledIn = ({ variables }: EnvironmentForm) =>
  variables.filter(({ name, value }) => name.trim() !== '' || value !== '')

/** What is wrong with a form; undefined when it can be saved. */
export function faultsOf(form: EnvironmentForm): FormFaults | undefined {
  const seen = new Set<string>()
  const names = new Set<number>()
  for (const { id, name } of filledIn(form)) {
    if (!variableName.test(name.trim()) || seen.has(name.trim())) names.add(id)
    seen.add(name.trim())
  }
  const faults: FormFaults = {
    names,
    ...(form.env_name.trim() === '' && { env_name: 'needed' as const }),
    ...(form.base_url.trim() !== '' && !isAddress(form.base_url.trim()) && { base_url: 'address' as const }),
  }
  return names.size > 0 || faults.env_name || faults.base_url ? faults : undefined
}

/** A form as it is saved. */
export const inputOf = (form: EnvironmentForm): EnvironmentInput => ({
  env_id: form.env_id,
  env_name: form.env_name.trim(),
  base_url: form.base_url.trim(),
  variables: filledIn(form).map(({ name, value, isSecret }) => ({
    name: name.trim(),
    value: isSecret ? '' : value,
    is_secret: isSecret,
  })),
})
