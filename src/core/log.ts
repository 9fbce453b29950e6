import { Writable } from 'node:stream'
import pino from 'pino'
import type { Config } from './config.ts'

/** The logger. Passwords, tokens and page texts are never logged. */
export type Log = pino.Logger

const levelNames: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

// How long a line may be buffered, in ms.
const flushMs = 100

// Formats a line for a terminal: time, level, message, then the other fields.
function asText(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as {
    level: number
    time: number
    msg?: string
    err?: { stack?: string }
  }
  const clock = new Date(time).toTimeString().slice(0, 8)
  const more = Object.entries(rest).map(
    ([key, value]) =>
      `${key}=${typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value)}`,
  )
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${[clock, (levelNames[level] ?? '').padEnd(5), msg ?? '', ...more].join(' ')}${stack}\n`
}

/** Creates the log on standard error: text on a terminal, JSON lines otherwise, unless the configuration says which. */
export function createLog(config: Pick<Config, 'log_format' | 'log_level'>): Log {
  const text = config.log_format === 'text' || (config.log_format === 'auto' && process.stderr.isTTY)
  const options = { level: config.log_level, base: null }
  // Written in batches: writing a line for each request immediately costs a tenth of the request.
  if (!text) return pino(options, pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: flushMs }))
  const pretty = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      process.stderr.write(asText(chunk))
      done()
    },
  })
  return pino(options, pretty)
}
