import { api, isApiError } from '#web/lib/api.ts'

/** Asks the server for a sign of life, and returns whether it answers. `useServerReachable` follows. */
export async function checkServer(): Promise<boolean> {
  try {
    await api.common.version()
    return true
  } catch (error) {
    return !isApiError(error, 'offline')
  }
}

/** Reloads the page if the server answers: otherwise the browser's own error page would replace what is on screen. */
export async function reloadPage(): Promise<void> {
  if (await checkServer()) window.location.reload()
}
