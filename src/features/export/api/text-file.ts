import { closeSync, openSync, writeSync } from 'node:fs'

const pieceLength = 256 * 1024

/** Writes a text file piece by piece. For worker threads only: its disk access is synchronous. */
export class TextFile {
  readonly #file: number
  #held: string[] = []
  #heldLength = 0
  #sizeBytes = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600)
  }

  /** The length of the file so far. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  write(text: string): void {
    this.#held.push(text)
    this.#heldLength += text.length
    if (this.#heldLength >= pieceLength) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#held.join(''))
    this.#held = []
    this.#heldLength = 0
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done)
    this.#sizeBytes += bytes.length
  }
}
