import type { App } from '#src/core/app.ts'

/**
 * Lets a write continue after its request: the response to a read does not wait for the write, which may itself be
 * queued behind a longer one.
 */
export function runInBackground(app: App, writing: Promise<unknown>): void {
  const noting: Promise<void> = writing
    .then(() => undefined)
    .catch((error: unknown) => {
      // a copy of another server notes nothing
      if (!app.following) app.log.error({ err: error }, 'a use could not be noted')
    })
    .finally(() => app.background.delete(noting))
  app.background.add(noting)
}
