/** A database to connect to. */
export interface LiveDatabase {
  kind: 'mysql' | 'postgres'
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Plain; encrypted, without a check of the certificate; or encrypted, with a certificate that fits the host. */
  encryption: 'off' | 'unverified' | 'verified'
  /** A certificate authority in PEM, in addition to the system's; empty for none. */
  ca: string
  /** The longest time for the connection and for each query, in ms. */
  timeoutMs: number
}

/** The data that the worker is started with. */
export interface LiveSchemaWorkerData extends LiveDatabase {
  docsteadWorker: 'live-schema'
}

/** What the worker posts: the SQL that creates the tables, or why there is none. */
export type LiveSchemaResponse = { sql: string } | { failed: string; code: string }
