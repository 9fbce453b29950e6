/** The part of npm's oidc-provider that the tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Interaction {
    prompt: { name: string }
    params: Record<string, unknown>
    session?: { accountId: string }
    grantId?: string
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    Client: { prototype: Record<string, (address: string) => boolean> }
    Grant: { new (owner: { accountId: string; clientId: string }): Grant; find(id: string): Promise<Grant | undefined> }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
