import type { RequestChoice } from './request-choice.ts'

/** Returns an address with the chosen server. */
export const withServer = (url: string, server: RequestChoice['server']): string =>
  server && url.startsWith(server.from) ? server.to + url.slice(server.from.length) : url
