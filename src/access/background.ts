import type { App } from '#src/core/app.ts'

/** Lets a write go on after its request: a reader does not wait for it, which itself may wait for a longer one. */
export function runInBackground(app: App, writing: Promise<unknown>): void {
  const noting: Promise<void> = writing
    .then(() => undefined)
    .catch((error: unknown) => app.log.error({ err: error }, 'a use could not be noted'))
    .finally(() => app.background.delete(noting))
  app.background.add(noting)
}
