// The load generator of the benchmark, a process of its own: reads a `Load` as JSON from standard input, writes a
// `LoadResult` to standard output.
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { percentile } from '#build/bench/statistics.ts'

/** One request: its path, and its body as a form, empty for none. */
export type Sent = { path: string; body: string }

/** What to send, and for how long. */
export type Load = {
  origin: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Sent in turn. */
  requests: Sent[]
  connections: number
  seconds: number
}

/** The result of a load; times in ms. */
export type LoadResult = {
  requests: number
  failures: number
  seconds: number
  p50: number
  p95: number
  p99: number
}

async function main(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const times: number[] = []
  let failures = 0
  let turn = 0

  const once = (): Promise<void> =>
    new Promise((done) => {
      const { path, body } = load.requests[turn++ % load.requests.length] ?? { path: '', body: '' }
      const startedMs = performance.now()
      const fail = () => {
        failures++
        done()
      }
      const headers = { ...load.headers, 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(load.origin + path, { agent, method: load.method, headers }, (response) => {
        let start = ''
        response.on('data', (chunk: Buffer) => {
          if (start === '') start = chunk.toString('latin1', 0, 40)
        })
        response.on('error', fail)
        response.on('end', () => {
          times.push(performance.now() - startedMs)
          // an error is a response too, and a fast one: it must not count as a successful one
          if (response.statusCode !== 200 || /"error_code":\s*[^0]/.test(start)) failures++
          done()
        })
      })
      sent.on('error', fail)
      sent.end(body)
    })

  const startedMs = performance.now()
  const endMs = startedMs + load.seconds * 1000
  const worker = async () => {
    while (performance.now() < endMs) await once()
  }
  await Promise.all(Array.from({ length: load.connections }, worker))
  agent.destroy()
  const sorted = times.toSorted((one, other) => one - other)
  return {
    requests: times.length,
    failures,
    seconds: (performance.now() - startedMs) / 1000,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  }
}

if (import.meta.main) {
  const result = await main((await json(process.stdin)) as Load)
  process.stdout.write(JSON.stringify(result))
}
