// The load generator of the benchmark, a process of its own: `bench-load.ts JSON`, answers with JSON on standard output.
import { Agent, request } from 'node:http'

/** What to send, and for how long. */
export type Load = {
  origin: string
  path: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Form bodies, sent in turn; one empty text for none. */
  bodies: string[]
  connections: number
  seconds: number
}

/** What came of it; times in ms. */
export type LoadResult = {
  requests: number
  failures: number
  seconds: number
  p50: number
  p99: number
  bytes: number
}

async function main(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const times: number[] = []
  let failures = 0
  let bytes = 0
  let turn = 0

  const once = (): Promise<void> =>
    new Promise((done) => {
      const body = load.bodies[turn++ % load.bodies.length] ?? ''
      const startedMs = performance.now()
      const fail = () => {
        failures++
        done()
      }
      const headers = { ...load.headers, 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(load.origin + load.path, { agent, method: load.method, headers }, (response) => {
        let start = ''
        response.on('data', (chunk: Buffer) => {
          if (start === '') start = chunk.toString('latin1', 0, 40)
          bytes += chunk.length
        })
        response.on('error', fail)
        response.on('end', () => {
          times.push(performance.now() - startedMs)
          // a refusal is an answer too, and a fast one: it must not pass for the real thing
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
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requests: times.length,
    failures,
    seconds: (performance.now() - startedMs) / 1000,
    p50: at(0.5),
    p99: at(0.99),
    bytes,
  }
}

if (import.meta.main) {
  const result = await main(JSON.parse(process.argv[2] ?? '') as Load)
  process.stdout.write(JSON.stringify(result))
}
