/** The part of a browser's XMLHttpRequest that an upload needs, over `fetch`. */
export class UploadRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  response: unknown
  responseType = ''
  readonly #headers = new Headers()
  readonly #stop = new AbortController()
  #url = ''
  #type = ''

  /** How a request is sent; by default as the browser of the test does. */
  protected fetch(address: string, init: RequestInit): Promise<Response> {
    return fetch(address, init)
  }

  open(_method: string, address: string): void {
    this.#url = address
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getResponseHeader(): string {
    return this.#type
  }

  abort(): void {
    this.#stop.abort()
    this.#end('abort')
  }

  async send(body: RequestInit['body']): Promise<void> {
    for (const loaded of [5, 10]) this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 10 }))
    if (this.#stop.signal.aborted) return
    try {
      const { signal } = this.#stop
      const answer = await this.fetch(this.#url, { method: 'POST', headers: this.#headers, body: body ?? null, signal })
      this.status = answer.status
      this.#type = answer.headers.get('content-type') ?? ''
      this.response = await answer.blob()
      this.#end('load')
    } catch {
      if (!this.#stop.signal.aborted) this.#end('error')
    }
  }

  #end(type: string): void {
    this.dispatchEvent(new Event(type))
    this.dispatchEvent(new Event('loadend'))
  }
}
