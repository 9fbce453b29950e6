/**
 * Returns a `fetch` that reports upload progress, which the browser's own does not. For `CallOptions.fetch` of an
 * upload.
 *
 * @param onSent receives the share sent so far, 0 to 1
 */
export const fetchWithProgress =
  (onSent: (share: number) => void): typeof fetch =>
  (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const { signal, method = 'GET', headers, body } = init ?? {}
      const stop = () => request.abort()
      request.open(method, String(address))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.responseType = 'blob'
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => {
        const type = request.getResponseHeader('content-type') ?? ''
        resolve(new Response(request.response, { status: request.status, headers: { 'content-type': type } }))
      })
      request.addEventListener('error', () => reject(new TypeError('The network is gone.')))
      request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('', 'AbortError')))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop))
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()
      else request.send(body as XMLHttpRequestBodyInit | null)
    })
