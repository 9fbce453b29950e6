import { openFrame } from './browser-send.ts'

/** What a connection reports. A binary message has only its size. */
export type SocketReport =
  | { kind: 'open'; protocol: string }
  | { kind: 'message'; text: string; size: number; isBinary: boolean }
  | { kind: 'close'; code: number; reason: string; isClean: boolean }

/** An open connection. */
export interface BrowserSocket {
  send: (text: string) => void
  /** Asks the host to end the connection; the report `close` follows. */
  close: () => void
  /** Ends it at once, without a report. */
  destroy: () => void
}

/**
 * Connects from the browser, through the page that sends requests: the policy of this page only allows connections to
 * this site.
 *
 * @throws {BrowserSendError} when that page does not load
 */
export async function connectFromBrowser(
  order: { url: string; protocols: readonly string[] },
  onReport: (report: SocketReport) => void,
): Promise<BrowserSocket> {
  const frame = await openFrame()
  const { port1: port, port2 } = new MessageChannel()
  const destroy = () => {
    port.onmessage = null
    port.postMessage({ close: 1000 })
    port.close()
    frame.remove()
  }
  port.onmessage = ({ data }: MessageEvent<SocketReport>) => {
    onReport(data)
    if (data.kind === 'close') destroy()
  }
  frame.contentWindow?.postMessage({ kind: 'socket', ...order }, window.location.origin, [port2])
  return {
    send: (text) => port.postMessage({ send: text }),
    close: () => port.postMessage({ close: 1000 }),
    destroy,
  }
}
