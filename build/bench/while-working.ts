import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readMemoryMb } from '#build/bench/processes.ts'
import { owner, type SeededPage } from '#build/bench/seed.ts'
import type { Running, Site } from '#build/bench/site.ts'
import { pageText } from '#build/bench/texts.ts'

// What the measurements of backups and exports share: requests of people that go on while an operation runs.

/** The pause between two requests of one client. */
const everyMs = 5

/** Sends requests one after the other, with a short pause; returns the waits in ms once `isOver`. @throws when one fails */
async function waitsOf(
  { origin }: Running,
  { token, body, call }: { token: string; call: string; body: (number: number) => string },
  isOver: () => boolean,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  for (let number = 0; !isOver(); number++) {
    const sentMs = performance.now()
    await new Promise<void>((resolve, reject) => {
      const text = body(number)
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(text)),
      }
      const sent = request(`${origin}/api/${call}`, { agent, method: 'POST', headers }, (response) => {
        let start = ''
        response.on('data', (chunk: Buffer) => {
          start ||= chunk.toString('latin1', 0, 40)
        })
        response.on('error', reject)
        response.on('end', () =>
          /"error_code":\s*0/.test(start) ? resolve() : reject(new Error(`${call} was answered with ${start}`)),
        )
      })
      sent.on('error', reject)
      sent.end(text)
    })
    waits.push(performance.now() - sentMs)
    await delay(everyMs)
  }
  agent.destroy()
  return waits
}

/** Returns the longest of waits, in ms. */
export const longestOf = (waits: readonly number[]): number => waits.reduce((most, one) => Math.max(most, one), 0)

/** Runs `operation` while one client reads pages and another saves them; returns how long each request waited, in ms. */
export async function whileWorking(
  site: Site,
  running: Running,
  pages: readonly SeededPage[],
  operation: () => Promise<void>,
): Promise<{ reads: number[]; writes: number[] }> {
  const token = site.person(owner)
  let isOver = false
  const pageOf = (number: number): SeededPage => pages[number % pages.length] ?? { item_id: 0, page_id: 0, number: 0 }
  const read = waitsOf(
    running,
    { token, call: 'page/info', body: (number) => `page_id=${pageOf(number).page_id}` },
    () => isOver,
  )
  const write = waitsOf(
    running,
    {
      token,
      call: 'page/save',
      body(number) {
        const { item_id, page_id } = pageOf(number)
        const page_content = pageText(number, 2)
        return new URLSearchParams({
          item_id: String(item_id),
          page_id: String(page_id),
          page_title: 'Page',
          page_content,
        }).toString()
      },
    },
    () => isOver,
  )
  try {
    await operation()
  } finally {
    isOver = true
  }
  const [reads, writes] = await Promise.all([read, write])
  return { reads, writes }
}

const sampleMs = 50

/** Runs `operation`, and returns the most memory that processes had in the meantime. */
export async function peakMbOf(pids: readonly number[], operation: () => Promise<void>): Promise<number> {
  let peakMb = 0
  const sampling = setInterval(() => {
    try {
      peakMb = Math.max(peakMb, readMemoryMb(pids))
    } catch {
      // it has ended
    }
  }, sampleMs)
  await operation().finally(() => clearInterval(sampling))
  return peakMb
}
