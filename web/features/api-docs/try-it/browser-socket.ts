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

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

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
  // Cookies know no ports: another program on the host of this site would get the session with the connection.
  const isApart = hostnameOf(order.url) === window.location.hostname
  const frame = await openFrame(isApart)
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
  frame.contentWindow?.postMessage({ kind: 'socket', ...order }, isApart ? '*' : window.location.origin, [port2])
  return {
    send: (text) => port.postMessage({ send: text }),
    close: () => port.postMessage({ close: 1000 }),
    destroy,
  }
}
