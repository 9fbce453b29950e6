import type { Readable } from 'node:stream'

/** The name of the local folder in `upload_file.storage`; another value is the id of a bucket of `file_store`. */
export const localStorage = 'local'

/** A file of a store: its stored name, and its size in bytes. */
export type StoredEntry = readonly [name: string, bytes: number]

/** What was read of a file. */
export interface FileDigest {
  bytes: number
  sha256: string
}

/** A place that keeps uploaded files under their stored names: the local folder, or a bucket. */
export interface FileStore {
  /** As messages show it: a path or an address. */
  readonly name: string
  /**
   * Takes over the file at a path, which is gone then. It is there for good once this resolves. Returns the SHA-256 of its
   * content in hexadecimal; '' where it was not read for that.
   */
  put(name: string, path: string): Promise<string>
  /** Reads the bytes `start` to `end`, both inclusive; undefined when the file is missing or shorter. */
  read(name: string, range: { start: number; end: number }): Promise<Readable | Buffer | undefined>
  /**
   * Copies a file to a path, which must not exist. Returns its size and its SHA-256 in hexadecimal as they were read;
   * undefined when it is missing.
   */
  copyTo(name: string, path: string): Promise<FileDigest | undefined>
  /** Reads all of a file, as it is there and not as it is remembered; undefined when it is missing. */
  digest(name: string): Promise<FileDigest | undefined>
  /** Returns the size in bytes; undefined when the file is missing. */
  size(name: string): Promise<number | undefined>
  /** Removes a file if it exists. */
  remove(name: string): Promise<void>
  /** Yields all files, some at a time. */
  list(): AsyncIterable<StoredEntry[]>
}
