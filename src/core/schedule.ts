import type { App } from './app.ts'

/** Work that a running server does by itself. */
export interface Schedule {
  /** Does what is due; while that is running, waits for it. */
  check(): Promise<void>
  /** Ends the schedule, and the work that is running. */
  stop(): Promise<void>
}

/**
 * Looks for work again and again, one look at a time.
 *
 * @param work does what is due
 * @param failure what the log says when it fails
 */
export function startSchedule(
  app: Pick<App, 'log' | 'stopping'>,
  work: () => Promise<void>,
  { everyMs, failure }: { everyMs: number; failure: string },
): Schedule {
  let running: Promise<void> | undefined
  const check = () => {
    if (app.stopping.aborted) return Promise.resolve()
    running ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, failure))
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(() => void check(), everyMs)
  timer.unref()
  return {
    check,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
