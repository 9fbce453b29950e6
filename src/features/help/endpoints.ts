import { type About, aboutOf, type Controller, type Endpoint } from '#shared/contract/endpoint.ts'

/** An endpoint with its name: `page/info`. */
export interface NamedEndpoint {
  name: string
  endpoint: Endpoint
}

/** The endpoints of one controller, in the order of the contract, and its texts. */
interface NamedController {
  name: string
  about: About
  calls: NamedEndpoint[]
}

/** Returns all endpoints of a contract, by controller. */
export const listControllers = (contract: Record<string, Controller>): NamedController[] =>
  Object.entries(contract).map(([name, actions]) => ({
    name,
    about: aboutOf(actions),
    calls: Object.entries(actions).map(([action, endpoint]) => ({
      name: `${name}/${action}`,
      endpoint: endpoint as Endpoint,
    })),
  }))

/** Returns the name under which each endpoint is described: the first, if it has several. */
export const getPrimaryNames = (controllers: readonly NamedController[]): Map<Endpoint, string> =>
  new Map(controllers.flatMap(({ calls }) => calls.map(({ name, endpoint }) => [endpoint, name] as const)).toReversed())
