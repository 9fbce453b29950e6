import { rootCertificates } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import type { LiveDatabase, LiveSchemaResponse, LiveSchemaWorkerData } from './live-schema-message.ts'
import {
  mysqlReadOnly,
  mysqlTable,
  mysqlTables,
  postgresColumns,
  postgresConstraints,
  postgresEnums,
  postgresIndexes,
} from './live-schema-queries.ts'
import { type PostgresColumn, type PostgresConstraint, writePostgresSchema } from './postgres-schema.ts'

const encryptionOf = ({ encryption, ca }: LiveDatabase) => ({
  rejectUnauthorized: encryption === 'verified',
  ...(ca === '' ? {} : { ca: [...rootCertificates, ca] }),
})

async function readPostgres(database: LiveDatabase): Promise<string> {
  const { host, port, user, password, database: name, encryption, timeoutMs } = database
  const client = new Client({
    host,
    port,
    user,
    password,
    database: name,
    ssl: encryption === 'off' ? false : encryptionOf(database),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    options: '-c default_transaction_read_only=on',
    application_name: 'docstead',
  })
  await client.connect()
  try {
    const columns = await client.query<PostgresColumn>(postgresColumns)
    const constraints = await client.query<PostgresConstraint>(postgresConstraints)
    const indexes = await client.query<{ definition: string }>(postgresIndexes)
    const enums = await client.query<{ name: string; values: string }>(postgresEnums)
    return writePostgresSchema({
      columns: columns.rows,
      constraints: constraints.rows,
      indexes: indexes.rows.map((row) => row.definition),
      enums: enums.rows,
    })
  } finally {
    await client.end()
  }
}

async function readMysql(database: LiveDatabase): Promise<string> {
  const { host, port, user, password, database: name, encryption, timeoutMs } = database
  const connection = await createConnection({
    host,
    port,
    user,
    password,
    database: name,
    charset: 'utf8mb4',
    connectTimeout: timeoutMs,
    ...(encryption === 'off' ? {} : { ssl: encryptionOf(database) }),
  })
  try {
    await connection.query({ sql: mysqlReadOnly, timeout: timeoutMs })
    const [tables] = await connection.query<RowDataPacket[]>({ sql: mysqlTables, timeout: timeoutMs })
    const statements: string[] = []
    for (const row of tables) {
      const table = String(Object.values(row)[0])
      const [[made]] = await connection.query<RowDataPacket[]>({ sql: mysqlTable, timeout: timeoutMs, values: [table] })
      statements.push(`${String(made?.['Create Table'] ?? '')};\n`)
    }
    return statements.join('\n')
  } finally {
    connection.destroy()
  }
}

const data = workerData as LiveSchemaWorkerData
if (data.docsteadWorker === 'live-schema') {
  const read = data.kind === 'mysql' ? readMysql(data) : readPostgres(data)
  read.then(
    (sql) => parentPort?.postMessage({ sql } satisfies LiveSchemaResponse),
    (error: { message?: string; code?: string; errors?: { message: string }[] }) => {
      // several addresses of a host fail together, without a message of their own
      const failed = error.message || (error.errors ?? []).map((one) => one.message).join(', ') || String(error.code)
      parentPort?.postMessage({ failed, code: String(error.code ?? '') } satisfies LiveSchemaResponse)
    },
  )
}
