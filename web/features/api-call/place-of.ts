import type { Environment } from './atoms.ts'
import type { Built, Place } from './build.ts'
import { noVariables } from './variables.ts'

/** Where requests go in an environment; nowhere in particular without one. */
export function placeOf(environment: Environment | undefined): Place {
  if (!environment) return { ...noVariables, base_url: '' }
  const { base_url, variables } = environment
  return {
    base_url,
    values: new Map(variables.filter((one) => !one.is_secret).map(({ name, value }) => [name, value])),
    secrets: new Set(variables.filter((one) => one.is_secret).map(({ name }) => name)),
  }
}

/** The secrets of a request that the person keeps no value for. */
export const unsetSecrets = ({ secrets }: Built, environment: Environment | undefined): string[] =>
  secrets.filter((name) => !environment?.variables.find((one) => one.name === name)?.is_set)
