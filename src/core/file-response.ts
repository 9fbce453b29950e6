import type { Readable } from 'node:stream'

/** A file that a handler returns, for calls declared with `download`. */
export interface FileResponse {
  /** The media type, from the product's own table, never from the uploader. */
  type: string
  sizeBytes: number
  /** The name to download it as; without it, the browser displays it. */
  downloadAs?: string
  /** The name for saving a file that the browser displays. */
  shownAs?: string
  /** Changes with the content. */
  etag?: string
  /** How long a browser may cache it without revalidation, in seconds; 0 for never. */
  maxAge: number
  /**
   * Returns the bytes `start` to `end`, both inclusive, or all of them. An error before the first byte is sent as such.
   */
  read(range?: { start: number; end: number }): Readable | Buffer | Promise<Readable | Buffer>
  /**
   * The stored file that this is, which a proxy may send in place of `read`. `noteSent` is called with the range that it
   * sends.
   */
  stored?: { name: string; noteSent(range?: { start: number; end: number }): void }
  /** Called once it has been sent or turns out not to be needed: for files that were created for this response. */
  done?(): Promise<void>
}

/** A redirect that is sent instead of a file, for calls declared with `download`. */
export interface RedirectResponse {
  /** A path of this site, with the base path; or the address of a provider of sign-in. */
  redirectTo: string
}
