import { boot } from '#web/lib/boot.ts'
import { setServerReachable } from '#web/lib/online.ts'

/** A server that has not answered after this time is taken for one that does not. In ms. */
const patienceMs = 5_000

/**
 * Asks whether anything answers: the server, or a proxy that requires a sign-in, to which a reload leads. If nothing does,
 * `useServerReachable` says so from then on.
 */
export async function checkServer(): Promise<boolean> {
  const how = { redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) } as const
  const answer = await fetch(`${boot.base}/healthz`, how).catch(() => undefined)
  const isReached = answer !== undefined && answer.status < 500 // a redirect has 0
  if (!isReached) setServerReachable(false)
  return isReached
}

/** Reloads the page if anything answers: otherwise the browser's own error page would replace what is on screen. */
export async function reloadPage(): Promise<void> {
  if (await checkServer()) window.location.reload()
}
