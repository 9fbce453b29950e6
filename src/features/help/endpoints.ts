import type { Endpoint } from '#contract/endpoint.ts'

/** One call with its name: `page/info`. */
export interface NamedEndpoint {
  name: string
  endpoint: Endpoint
}

/** The calls of one controller, in the order of the contract. */
export interface Controller {
  name: string
  calls: NamedEndpoint[]
}

/** Every call of a contract, by controller. */
export const listControllers = (contract: object): Controller[] =>
  Object.entries(contract).map(([name, actions]) => ({
    name,
    calls: Object.entries(actions as Record<string, Endpoint>).map(([action, endpoint]) => ({
      name: `${name}/${action}`,
      endpoint,
    })),
  }))

/** The name that each call is described under: of several, the first. */
export const getPrimaryNames = (controllers: readonly Controller[]): Map<Endpoint, string> =>
  new Map(controllers.flatMap(({ calls }) => calls.map(({ name, endpoint }) => [endpoint, name] as const)).toReversed())
