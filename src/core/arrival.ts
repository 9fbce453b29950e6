/** How a request reached the server: what a proxy in front has said, and whether it is believed. */
export interface Arrival {
  /** The address of the other end of the connection: the client's, or that of a proxy in between. */
  peer: string
  /** Whether `peer` is a trusted proxy. */
  isTrusted: boolean
  /** The address of the client, as the limits and the audit log see it. */
  client: string
  /** Whether the client came by https, as far as the server knows. */
  isHttps: boolean
  /** The host that the client requested, as far as the server knows. */
  host: string
  /** The names of the headers of proxies that the request has. */
  headers: string[]
  /** The values of two of them; empty when missing. */
  forwardedFor: string
  forwardedProto: string
}
