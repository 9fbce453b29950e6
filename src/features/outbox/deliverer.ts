import { AsyncLocalStorage } from 'node:async_hooks'
import { type App, nowSeconds } from '#src/core/app.ts'
import { type Tx, transact, transactGrouped } from '#src/db/database.ts'
import { claim, type Delivery, findDueOf, findNextTime, listDue, releaseLeases, updateDelivery } from './queries.ts'
import { onDeliveryRequest } from './queue.ts'
import { isLastAttempt, pauseAfter } from './retry.ts'

/** How an attempt ended. */
export type SendResult = {
  /** What the other side said, or why there was no attempt. */
  answer: string
  /** Where it went. */
  target?: string
  /** What else is written in the transaction that ends the delivery. */
  record?: (tx: Tx) => Promise<void>
} & (
  | {
      /** The other side has confirmed it. */
      outcome: 'sent'
    }
  | {
      /** Nobody wants it any more, or may have it. */
      outcome: 'dropped'
    }
  | {
      outcome: 'failed'
      /** Whether another attempt cannot succeed. */
      isFinal?: boolean
      /** How long the other side wants to be left alone, in seconds. */
      pauseSeconds?: number
      /** Whether the failure says nothing about this delivery: others to the same place wait too. */
      isOfPlace?: boolean
    }
)

/** Sends one delivery. An error that it throws is a bug, and counts as a failed attempt. */
type Sender = (app: App, delivery: Delivery, signal: AbortSignal) => Promise<SendResult>

// How many are sent at once: to everyone, and to one place that takes its time. A receiver that answers fast gets one after
// the other, in the order in which it happened; and of what is under way when the process is killed, as little as can be
// has to be sent again.
const mostAtOnce = 16
const mostToSlowPlace = 4
const slowMs = 250

// Longer than any sender waits. An attempt that takes longer has lost its process: see `releaseLeases`.
const leaseSeconds = 300

// How often to look for what is due when nothing requests it: a clock that was set, a row of the command line.
const pollMs = 5_000
// A request comes from inside a transaction; it is on the disk a little later.
const gatherMs = 30
// How long a stop waits for attempts under way.
const stopMs = 10_000

const answerLength = 500

const mailPlace = 'mail'

/** A running deliverer. */
export interface Deliverer {
  /** Resolves when nothing that is due waits or is being sent; for tests. */
  idle(): Promise<void>
  /** Waits for attempts under way, then interrupts them: they are made again after the next start. */
  stop(): Promise<void>
}

/** The pauses of places that fail, in memory: after a restart each is tried once. */
class Places {
  readonly #failures = new Map<string, { count: number; until: number }>()
  readonly #busy = new Map<string, number>()
  readonly #slow = new Set<string>([mailPlace])

  /** Returns the places that cannot be sent to now. */
  closed(now: number): string[] {
    const paused = [...this.#failures].flatMap(([place, { until }]) => (until > now ? [place] : []))
    const full = [...this.#busy].flatMap(([place, count]) => (count >= this.#most(place) ? [place] : []))
    return [...new Set([...paused, ...full])]
  }

  /** Takes a position at a place. @returns false when there is none */
  enter(place: string): boolean {
    const count = this.#busy.get(place) ?? 0
    if (count >= this.#most(place)) return false
    this.#busy.set(place, count + 1)
    return true
  }

  leave(place: string): void {
    const count = (this.#busy.get(place) ?? 1) - 1
    if (count > 0) this.#busy.set(place, count)
    else this.#busy.delete(place)
  }

  failed(place: string, now: number, pauseSeconds: number | undefined): void {
    const count = (this.#failures.get(place)?.count ?? 0) + 1
    this.#failures.set(place, { count, until: now + (pauseSeconds ?? pauseAfter(count)) })
  }

  /** Notes that a place has taken a delivery, and how long that took. */
  works(place: string, tookMs: number): void {
    this.#failures.delete(place)
    if (place === mailPlace) return
    if (tookMs > slowMs) this.#slow.add(place)
    else this.#slow.delete(place)
  }

  /** Forgets all pauses: somebody has changed a setting, or wants another attempt. */
  reset(): void {
    this.#failures.clear()
  }

  /** A place that has failed, or that is fast, gets one delivery at a time. */
  #most(place: string): number {
    return this.#failures.has(place) || !this.#slow.has(place) ? 1 : mostToSlowPlace
  }
}

const placeOf = ({ webhook_id }: Delivery): string => (webhook_id === 0 ? mailPlace : String(webhook_id))

let resetPlaces: (() => void)[] = []

/** Tries places that pause at once. */
export const endPauses = (): void => {
  for (const reset of resetPlaces) reset()
}

/**
 * Sends what waits in the outbox. A delivery is claimed on the disk before it is sent and ended on the disk after the
 * other side has confirmed it; a confirmed one is never sent again. When the process ends between the two, nobody knows
 * whether it arrived: it is sent again with the same id, by which the other side can drop the repetition.
 */
export function startDelivery(app: App, senders: Readonly<Record<string, Sender>>): Deliverer {
  const places = new Places()
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let isStopped = false
  let pumping: Promise<void> | undefined
  let isRequested = false
  let timer: NodeJS.Timeout | undefined

  /** Claims the next delivery to the place of one that has arrived, unless others wait for room. */
  async function claimNext(tx: Tx, { webhook_id }: Delivery, now: number): Promise<Delivery | undefined> {
    if (isStopped || running.size >= mostAtOnce) return undefined
    const next = await findDueOf(tx, now, webhook_id)
    return next && (await claim(tx, next, now + leaseSeconds)) ? next : undefined
  }

  /** Writes how an attempt ended. Returns the next delivery to the same place, claimed by the same write. */
  async function end(delivery: Delivery, result: SendResult, tookMs: number): Promise<Delivery | undefined> {
    const now = nowSeconds(app)
    const answer = result.answer.slice(0, answerLength)
    const target = result.target ?? delivery.target
    const place = placeOf(delivery)
    if (result.outcome === 'sent') places.works(place, tookMs)
    if (result.outcome === 'failed' && result.isOfPlace) places.failed(place, now, result.pauseSeconds)
    const attempts = delivery.attempts + 1
    const isOver = result.outcome === 'failed' && (result.isFinal || isLastAttempt({ ...delivery, attempts }, now))
    const next = await transactGrouped(app.db, async (tx) => {
      if (result.outcome === 'failed' && !isOver) {
        const next_time = now + (result.pauseSeconds ?? pauseAfter(attempts))
        await updateDelivery(tx, delivery.outbox_id, { status: 'waiting', lease_until: 0, next_time, answer, target })
      } else {
        const status = result.outcome === 'sent' ? 'done' : result.outcome
        // what was sent may name people and pages: it is not kept longer than needed
        const payload = status === 'failed' ? {} : { payload: '{}' }
        await updateDelivery(tx, delivery.outbox_id, {
          status,
          lease_until: 0,
          end_time: now,
          answer,
          target,
          ...payload,
        })
      }
      await result.record?.(tx)
      return result.outcome === 'sent' ? claimNext(tx, delivery, now) : undefined
    })
    if (isOver) app.log.warn({ kind: delivery.kind, event: delivery.event, target, answer }, 'a delivery has failed')
    return next
  }

  /** Sends a delivery and writes how that ended. Returns the next one to the same place. */
  async function attempt(delivery: Delivery): Promise<Delivery | undefined> {
    let result: SendResult
    const began = performance.now()
    try {
      const sender = senders[delivery.kind]
      result = sender
        ? await sender(app, delivery, stopping.signal)
        : { outcome: 'dropped', answer: `this version has no sender for ${delivery.kind}` }
    } catch (error) {
      app.log.error({ err: error, kind: delivery.kind }, 'a delivery could not be tried')
      result = { outcome: 'failed', answer: error instanceof Error ? error.message : String(error) }
    }
    // nobody knows whether it arrived: the next start tries it again
    if (stopping.signal.aborted && result.outcome === 'failed') return undefined
    return end(delivery, result, performance.now() - began)
  }

  async function deliver(first: Delivery): Promise<void> {
    for (let next: Delivery | undefined = first; next; ) next = await attempt(next)
  }

  /** Claims what there is room for, and returns it. */
  async function claimDue(): Promise<Delivery[]> {
    const now = nowSeconds(app)
    const closed = places.closed(now)
    const excluded = {
      webhook_ids: closed.filter((place) => place !== mailPlace).map(Number),
      mail: closed.includes(mailPlace),
    }
    const room = mostAtOnce - running.size
    const found = room > 0 ? await listDue(app.db, now, excluded, 4 * mostAtOnce) : []
    if (found.length === 0) return []
    return transact(app.db, async (tx) => {
      const claimed: Delivery[] = []
      for (const delivery of found) {
        const place = placeOf(delivery)
        if (claimed.length >= room || !places.enter(place)) continue
        if (await claim(tx, delivery, now + leaseSeconds)) claimed.push(delivery)
        else places.leave(place)
      }
      return claimed
    })
  }

  async function pump(): Promise<void> {
    for (;;) {
      isRequested = false
      if (isStopped) return
      const claimed = await claimDue()
      for (const delivery of claimed) {
        const work: Promise<void> = deliver(delivery)
          .catch((error: unknown) => app.log.error({ err: error }, 'the end of a delivery could not be written'))
          .finally(() => {
            running.delete(work)
            places.leave(placeOf(delivery))
            request()
          })
        running.add(work)
      }
      if (claimed.length === 0 && !isRequested) return
    }
  }

  function request(): void {
    isRequested = true
    if (isStopped) return
    pumping ??= pump()
      .catch((error: unknown) => app.log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        pumping = undefined
        schedule()
        // requested between its last look and its end
        if (isRequested) soon()
      })
  }

  function soon(): void {
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(request, gatherMs)
    timer.unref()
  }

  /** Looks again when the next one is due, or after a while. */
  function schedule(): void {
    if (isStopped) return
    clearTimeout(timer)
    void findNextTime(app.db)
      .catch(() => undefined)
      .then((next) => {
        if (isStopped) return
        const inMs = next === undefined ? pollMs : (next - nowSeconds(app)) * 1000
        clearTimeout(timer)
        timer = setTimeout(request, Math.min(pollMs, Math.max(inMs, 200)))
        timer.unref()
      })
  }

  // A request comes from inside a transaction; what it starts does not belong to it.
  const outside = AsyncLocalStorage.snapshot()
  const endRequests = onDeliveryRequest(() => outside(soon))
  const reset = () => {
    places.reset()
    outside(soon)
  }
  resetPlaces.push(reset)
  void releaseLeases(app.db)
    .catch((error: unknown) => app.log.error({ err: error }, 'the outbox could not be read'))
    .then(request)

  return {
    async idle() {
      for (;;) {
        while (pumping || running.size > 0) await Promise.race([pumping, ...running])
        request()
        await pumping
        if (running.size === 0) return
      }
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      endRequests()
      resetPlaces = resetPlaces.filter((one) => one !== reset)
      await pumping
      const late = setTimeout(() => stopping.abort(), stopMs)
      await Promise.all(running)
      clearTimeout(late)
    },
  }
}
