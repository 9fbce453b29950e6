import type { Endpoint } from '#shared/contract/endpoint.ts'

/** An endpoint with its name: `page/info`. */
export interface NamedEndpoint {
  name: string
  endpoint: Endpoint
}

/** The endpoints of one controller, in the order of the contract. */
export interface Controller {
  name: string
  calls: NamedEndpoint[]
}

/** Returns all endpoints of a contract, by controller. */
export const listControllers = (contract: object): Controller[] =>
  Object.entries(contract).map(([name, actions]) => ({
    name,
    calls: Object.entries(actions as Record<string, Endpoint>).map(([action, endpoint]) => ({
      name: `${name}/${action}`,
      endpoint,
    })),
  }))

/** Returns the name under which each endpoint is described: the first, if it has several. */
export const getPrimaryNames = (controllers: readonly Controller[]): Map<Endpoint, string> =>
  new Map(controllers.flatMap(({ calls }) => calls.map(({ name, endpoint }) => [endpoint, name] as const)).toReversed())
