import type { Environment } from './atoms.ts'
import type { BuiltRequest, RequestTarget } from './build-request.ts'
import { noVariables } from './variables.ts'

/** Returns the request target of an environment; without one an empty target. */
export function toRequestTarget(environment: Environment | undefined): RequestTarget {
  if (!environment) return { ...noVariables, base_url: '' }
  const { base_url, variables } = environment
  return {
    base_url,
    values: new Map(variables.filter((one) => !one.is_secret).map(({ name, value }) => [name, value])),
    secrets: new Set(variables.filter((one) => one.is_secret).map(({ name }) => name)),
  }
}

/** Returns the secrets of a request that the user has saved no value for. */
export const missingSecrets = ({ secrets }: BuiltRequest, environment: Environment | undefined): string[] =>
  secrets.filter((name) => !environment?.variables.find((one) => one.name === name)?.is_set)
