/** Whether a page describes an HTTP request that can be sent: API JSON with an address, not a WebSocket. */
export function isTryItSupported(text: string): boolean {
  try {
    const { info } = JSON.parse(text) as { info?: { url?: unknown; type?: unknown } }
    return typeof info?.url === 'string' && info.url.trim() !== '' && info.type !== 'websocket'
  } catch {
    return false
  }
}
