/** A server that a reader has chosen: what addresses on the page begin with, and what replaces it. */
export interface ChosenServer {
  from: string
  to: string
}

/** Returns an address with the chosen server. */
export const withServer = (url: string, server: ChosenServer | undefined): string =>
  server && url.startsWith(server.from) ? server.to + url.slice(server.from.length) : url
