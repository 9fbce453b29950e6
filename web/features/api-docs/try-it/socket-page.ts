/** Whether a page describes a WebSocket with an address. */
export function isSocketPage(text: string): boolean {
  try {
    const { info } = JSON.parse(text) as { info?: { url?: unknown; type?: unknown } }
    const url = typeof info?.url === 'string' ? info.url.trim() : ''
    return url !== '' && (info?.type === 'websocket' || /^wss?:\/\//i.test(url))
  } catch {
    return false
  }
}
