import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Config } from '#src/core/config.ts'
import { isLoopback, proxyHeadersOf, socketAddress } from './client-address.ts'

/** A number that a site reports at the moment it is read. */
export interface Gauge {
  name: string
  help: string
  value: number
  labels?: Readonly<Record<string, string>>
}

/** What an address is for, in a few classes: one counter for each path would have no end. */
type RouteClass = 'api' | 'showdoc' | 'mock' | 'file' | 'health' | 'standby' | 'scim' | 'page'

const prefixes: readonly (readonly [string, RouteClass])[] = [
  ['/api/', 'api'],
  ['/server/', 'showdoc'],
  ['/mock-', 'mock'],
  ['/Public/', 'file'],
  ['/assets/', 'file'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
  ['/standby/', 'standby'],
  ['/scim/', 'scim'],
]

/** Returns the class of a path below the base path. */
export const routeClassOf = (path: string): RouteClass =>
  prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? (/\.\w{2,5}$/.test(path) ? 'file' : 'page')

// Upper bounds in seconds. An event stream lasts for minutes and counts in the last one.
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Latencies {
  /** How many requests took at most as long as each bound; the last entry counts those that took longer. */
  counts: number[]
  sum: number
}

const escaped = (text: string): string => text.replaceAll(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))

const labelText = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Counts the requests of a server, and writes them with other numbers in the text format of Prometheus. */
export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #latencies = new Map<RouteClass, Latencies>()
  readonly #lag = monitorEventLoopDelay({ resolution: 20 })

  constructor() {
    this.#lag.enable()
  }

  /** Counts one request that has ended. */
  count(path: string, status: number, ms: number): void {
    const route = routeClassOf(path)
    const key = `${route} ${status}`
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1)
    let latencies = this.#latencies.get(route)
    if (!latencies) {
      latencies = { counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 }
      this.#latencies.set(route, latencies)
    }
    const seconds = ms / 1000
    const at = buckets.findIndex((bound) => seconds <= bound)
    const bucket = at < 0 ? buckets.length : at
    latencies.counts[bucket] = (latencies.counts[bucket] ?? 0) + 1
    latencies.sum += seconds
  }

  /** Returns all metrics as text, with what the site adds. Source: Prometheus, Exposition formats, 0.0.4. */
  text(gauges: readonly Gauge[]): string {
    const lines = [
      '# HELP docstead_requests_total Requests by class of address and HTTP status.',
      '# TYPE docstead_requests_total counter',
    ]
    for (const [key, count] of this.#requests) {
      const [route = '', status = ''] = key.split(' ')
      lines.push(`docstead_requests_total${labelText({ route, status })} ${count}`)
    }
    lines.push(
      '# HELP docstead_request_seconds How long requests took, until the last byte.',
      '# TYPE docstead_request_seconds histogram',
    )
    for (const [route, { counts, sum }] of this.#latencies) {
      let total = 0
      for (const [at, count] of counts.entries()) {
        total += count
        lines.push(`docstead_request_seconds_bucket${labelText({ route, le: String(buckets[at] ?? '+Inf') })} ${total}`)
      }
      lines.push(`docstead_request_seconds_sum${labelText({ route })} ${sum}`)
      lines.push(`docstead_request_seconds_count${labelText({ route })} ${total}`)
    }
    let former = ''
    for (const { name, help, value, labels = {} } of [...this.#processGauges(), ...gauges]) {
      const type = name.endsWith('_total') ? 'counter' : 'gauge'
      if (name !== former) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
      former = name
      lines.push(`${name}${labelText(labels)} ${value}`)
    }
    this.#lag.reset()
    return `${lines.join('\n')}\n`
  }

  #processGauges(): Gauge[] {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const lag = (ns: number) => (Number.isFinite(ns) ? ns / 1e9 : 0)
    const about = 'Delay of the event loop since the last reading, seconds.'
    return [
      { name: 'process_cpu_seconds_total', help: 'Processor time, seconds.', value: (user + system) / 1e6 },
      { name: 'process_resident_memory_bytes', help: 'Memory of the process, bytes.', value: rss },
      { name: 'docstead_heap_bytes', help: 'Memory of JavaScript objects, bytes.', value: heapUsed },
      {
        name: 'process_start_time_seconds',
        help: 'When the process started, Unix seconds.',
        value: Math.round(Date.now() / 1000 - process.uptime()),
      },
      {
        name: 'docstead_event_loop_lag_seconds',
        help: about,
        value: lag(this.#lag.percentile(50)),
        labels: { quantile: '0.5' },
      },
      {
        name: 'docstead_event_loop_lag_seconds',
        help: about,
        value: lag(this.#lag.percentile(99)),
        labels: { quantile: '0.99' },
      },
      { name: 'docstead_event_loop_lag_seconds', help: about, value: lag(this.#lag.max), labels: { quantile: '1' } },
    ]
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a request may read the metrics: it has the token, or its connection comes from this machine and through no
 * proxy, whose headers would say otherwise.
 */
export function mayReadMetrics(config: Pick<Config, 'metrics' | 'metrics_token'>, request: IncomingMessage): boolean {
  if (config.metrics === 'loopback')
    return isLoopback(socketAddress(request.socket)) && proxyHeadersOf(request).length === 0
  if (config.metrics === 'off' || config.metrics_token === '') return false
  const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  // hashes have the same length, whatever was sent
  return timingSafeEqual(digest(sent), digest(config.metrics_token))
}
