import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/**
 * The path of the frame that sends requests for API pages. No item can have it, because item addresses contain only
 * letters and digits.
 */
export const tryItFramePath = '/call-frame'

/**
 * The content security policy of that frame. It may connect to any host but contains nothing confidential: it has no
 * session, and only pages of this site may embed it. The page that shows user content keeps its strict policy.
 */
const callFramePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    'connect-src http: https: ws: wss:',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

// Receives one request or WebSocket over a message port, sends it, and posts the response back, up to `most` bytes of it, of a stream
// of events up to `streamMost`. `stop` aborts it; `end` posts what has arrived so far, for a response that does not end.
const script = `(function () {
  'use strict'
  function read(response, most, onReader, onPart) {
    if (!response.body) return Promise.resolve({ pieces: [], cut: false })
    var reader = response.body.getReader(), pieces = [], length = 0, ended = false
    onReader(function () { ended = true; reader.cancel() })
    function next() {
      return reader.read().then(function (part) {
        if (part.done) return { pieces: pieces, cut: ended }
        var room = most - length
        pieces.push(part.value.length > room ? part.value.slice(0, room) : part.value)
        length += part.value.length
        onPart(pieces[pieces.length - 1])
        if (length <= most) return next()
        reader.cancel()
        return { pieces: pieces, cut: true }
      })
    }
    return next()
  }
  function bodyOf(order) {
    if (order.kind === 'form') return new URLSearchParams(order.fields.map(function (one) { return [one.name, one.value] }))
    if (order.kind !== 'multipart') return order.body
    var form = new FormData()
    order.fields.forEach(function (one) {
      if (one.isFile) form.append(one.name, one.file || new Blob([]), one.file ? one.file.name : 'file')
      else form.append(one.name, one.value)
    })
    return form
  }
  function run(order, port) {
    var ending = new AbortController(), end
    port.onmessage = function (event) {
      if (event.data === 'end' && end) end()
      else ending.abort()
    }
    fetch(order.url, {
      method: order.method,
      headers: order.headers,
      body: bodyOf(order),
      redirect: order.follow ? 'follow' : 'manual',
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: ending.signal
    }).then(function (response) {
      var head = {
        status: response.status,
        statusText: response.statusText,
        url: response.url,
        isRedirected: response.redirected,
        headers: Array.from(response.headers)
      }
      var isStream = /^\\s*text\\/event-stream/i.test(response.headers.get('content-type') || '')
      var decoder = new TextDecoder()
      if (isStream) port.postMessage({ part: '', head: head })
      function onPart(bytes) {
        if (isStream) port.postMessage({ part: decoder.decode(bytes, { stream: true }) })
      }
      return read(response, isStream ? order.streamMost : order.most, function (given) { end = given }, onPart).then(function (body) {
        port.postMessage({
          status: response.status,
          statusText: response.statusText,
          isOpaque: response.type === 'opaqueredirect',
          url: response.url,
          isRedirected: response.redirected,
          headers: Array.from(response.headers),
          blob: new Blob(body.pieces),
          isCut: body.cut
        })
      })
    }).catch(function (error) { port.postMessage({ failed: String(error && error.message) }) })
  }
  function connect(order, port) {
    var socket
    function ended(code, reason, isClean) { port.postMessage({ kind: 'close', code: code, reason: reason, isClean: isClean }) }
    try { socket = new WebSocket(order.url, order.protocols) } catch (error) { return ended(1006, String(error && error.message), false) }
    socket.binaryType = 'blob'
    socket.onopen = function () { port.postMessage({ kind: 'open', protocol: socket.protocol }) }
    socket.onmessage = function (event) {
      var isText = typeof event.data === 'string'
      port.postMessage({
        kind: 'message',
        text: isText ? event.data.slice(0, 200000) : '',
        size: isText ? new Blob([event.data]).size : event.data.size,
        isBinary: !isText
      })
    }
    socket.onclose = function (event) { ended(event.code, event.reason, event.wasClean) }
    port.onmessage = function (event) {
      if (typeof event.data.send === 'string') { if (socket.readyState === 1) socket.send(event.data.send) }
      else socket.close(event.data.close)
    }
  }
  addEventListener('message', function (event) {
    if (event.source !== parent || parent === self || event.origin !== location.origin || !event.ports[0]) return
    if (event.data.kind === 'socket') connect(event.data, event.ports[0])
    else run(event.data, event.ports[0])
  })
})()`

/** Sends the frame that makes requests from the browser for API pages. */
export function sendTryItFrame(response: ServerResponse, isHead: boolean): void {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Requests</title>\n<script nonce="${nonce}">${script}</script>\n</head>\n<body></body>\n</html>\n`
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Content-Security-Policy', callFramePolicy(nonce))
  response.setHeader('X-Frame-Options', 'SAMEORIGIN')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Length', Buffer.byteLength(html))
  response.end(isHead ? undefined : html)
}
