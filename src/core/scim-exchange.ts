import type { Lang } from './i18n.ts'

/** A request by SCIM, as far as its answer depends on it. */
export interface ScimRequest {
  method: string
  /** The path below `/scim/v2`, such as `/Users/12`. */
  path: string
  query: URLSearchParams
  /** The headers `Authorization`, `If-Match` and `If-None-Match`; empty when missing. */
  authorization: string
  ifMatch: string
  ifNoneMatch: string
  /** The address of `/scim/v2` as the client requested it. */
  base: string
  /** The client's address. */
  ip: string
  lang: Lang
  /** Reads the body. @throws {AppError} bodyTooLarge, badRequest, tooManyRequests, bodyTooSlow */
  readBody(mostBytes: number): Promise<Buffer>
}

/** The answer to a request by SCIM. */
export interface ScimResponse {
  status: number
  /** Sent as JSON; undefined for none. */
  body?: object
  headers?: Readonly<Record<string, string>>
}
