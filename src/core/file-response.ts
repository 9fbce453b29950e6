import type { Readable } from 'node:stream'

/** A file as a handler gives it, for calls declared with `download`. */
export interface FileResponse {
  /** The media type, from the product's own table, never from the sender. */
  type: string
  sizeBytes: number
  /** What it is called when saved; without it, it is shown in the window. */
  downloadAs?: string
  /** What it is called when it is shown in the window and then saved from there. */
  shownAs?: string
  /** Changes with the content. */
  etag?: string
  /** How long a browser may keep it without asking, in seconds; 0 for never. */
  maxAge: number
  /** The bytes `start` to `end`, both counted in, or all of them. A failure before the first byte is answered as such. */
  read(range?: { start: number; end: number }): Readable | Buffer | Promise<Readable | Buffer>
  /** Called once it has been sent, or is not wanted after all: for files that were made for this answer. */
  done?(): Promise<void>
}

/** Sends whoever follows a link on, instead of a file: for calls declared with `download`. */
export interface RedirectResponse {
  /** A path of this site, with the base path. */
  redirectTo: string
}
