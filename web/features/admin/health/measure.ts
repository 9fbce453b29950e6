import { api, isApiError } from '#web/lib/api.ts'

/** What is sent to measure the limit of a proxy, in characters of one byte; many proxies allow 1 MB. */
const bodyBytes = 9_000_000

const measureMs = 60_000

type BodyResult = 'arrived' | 'rejected' | 'failed'

/** Sends a large body, which the server discards. */
export async function measureBody(): Promise<{ body_bytes: number; body_result: BodyResult }> {
  const how = { isBackground: true, timeoutMs: measureMs }
  try {
    await api.adminSite.measureBody({ filler: 'x'.repeat(bodyBytes) }, how)
    return { body_bytes: bodyBytes, body_result: 'arrived' }
  } catch (error) {
    return { body_bytes: bodyBytes, body_result: isApiError(error, 'bodyTooLarge') ? 'rejected' : 'failed' }
  }
}

/** The number of events, and the time between the first and the last that shows that they came one by one, in ms. */
const expected = { events: 3, apartMs: 600 } as const

/** Returns how a stream of events came: when each piece of it arrived. */
export function eventsResult(times: readonly number[], events: number): 'live' | 'held' | 'broken' {
  if (events < expected.events) return 'broken'
  return (times.at(-1) ?? 0) - (times[0] ?? 0) >= expected.apartMs ? 'live' : 'held'
}

async function readTimes(body: ReadableStream<Uint8Array>): Promise<{ times: number[]; events: number }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  const times: number[] = []
  let text = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    times.push(performance.now())
    text += piece.value
  }
  return { times, events: text.split('"nth"').length - 1 }
}

/** Reads a stream of events with pauses between them. */
export async function measureEvents(): Promise<{ events_result: 'live' | 'held' | 'broken' }> {
  let seen = { times: [] as number[], events: 0 }
  try {
    await api.adminSite.measureEvents(
      {},
      {
        isBackground: true,
        timeoutMs: measureMs,
        fetch: async (address, init) => {
          const headers = new Headers(init?.headers)
          headers.set('Accept', 'text/event-stream')
          const response = await fetch(address, { ...init, headers })
          const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
          if (!isStream || !response.body) return response
          seen = await readTimes(response.body)
          return Response.json({ error_code: 0, data: {} })
        },
      },
    )
  } catch {
    return { events_result: 'broken' }
  }
  return { events_result: eventsResult(seen.times, seen.events) }
}
