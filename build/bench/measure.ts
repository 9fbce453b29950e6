import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { Load, LoadResult } from '#build/bench/load.ts'
import { readCpuMs, readMemoryMb } from '#build/bench/processes.ts'
import { root } from '#build/paths.ts'

/** A server under load, with its processes; none when they are not known. */
export type Server = { origin: string; pids: readonly number[] }

/** The requests that are sent to a server repeatedly. */
export type Stream = Pick<Load, 'method' | 'headers' | 'requests'>

/** The result for one number of connections; times in ms, CPU per request in microseconds. */
export type Measured = {
  connections: number
  /** NaN when the processes of the server are not known. */
  cpuUs: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** The peak memory, in MB. */
  peakMb: number
}

/** How often the memory is sampled, in ms. */
const pollEveryMs = 100

async function load(request: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'build/bench/load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(request))
  return JSON.parse(await text(child.stdout)) as LoadResult
}

/** Sends a stream without measuring, so that code is compiled and caches are filled. */
export async function warmUp({ origin }: Server, stream: Stream, seconds: number): Promise<void> {
  await load({ ...stream, origin, connections: 16, seconds })
}

/** Measures a stream. @throws when a request failed */
export async function measure(
  { pids, origin }: Server,
  stream: Stream,
  at: { connections: number; seconds: number },
): Promise<Measured> {
  let peakMb = readMemoryMb(pids)
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb(pids))
  }, pollEveryMs)
  const before = readCpuMs(pids)
  const result = await load({ ...stream, ...at, origin }).finally(() => clearInterval(sampling))
  const cpuUs = pids.length === 0 ? Number.NaN : ((readCpuMs(pids) - before) * 1000) / result.requests
  const { requests, failures, seconds, p50, p95, p99 } = result
  if (requests === 0 || failures > 0)
    throw new Error(`${failures} of ${requests} requests failed at ${at.connections} connections`)
  return { connections: at.connections, cpuUs, perSecond: requests / seconds, p50, p95, p99, peakMb }
}

async function answerOf({ origin }: Server, { method, headers, requests }: Stream): Promise<unknown> {
  const [first] = requests
  const body = method === 'POST' ? { body: first?.body ?? '' } : {}
  const answer = await fetch(origin + (first?.path ?? ''), { method, headers, ...body })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(bytes.toString()) : bytes
}

/**
 * Checks that both servers send the same response; otherwise their ratio would be meaningless.
 *
 * @throws when they do not
 */
export async function requireSameResponse(servers: readonly Server[], stream: Stream): Promise<void> {
  const [one, other] = await Promise.all(servers.map((server) => answerOf(server, stream)))
  if (!isDeepStrictEqual(one, other)) throw new Error('the two servers do not answer the same')
}
