import { FolderNames } from './file-name.ts'
import type { ExportFile } from './worker-message.ts'

/** Assigns each file of an archive a path in one folder. */
export class FilePaths {
  readonly #folder: string
  readonly #nameOf: (file: ExportFile) => string
  readonly #names = new FolderNames()
  readonly #bySign = new Map<string, string>()

  /** @param nameOf returns the valid name that a file is to have */
  constructor(folder: string, nameOf: (file: ExportFile) => string) {
    this.#folder = folder
    this.#nameOf = nameOf
  }

  of(file: ExportFile): string {
    const known = this.#bySign.get(file.sign)
    if (known !== undefined) return known
    const name = this.#nameOf(file)
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    const path = `${this.#folder}/${this.#names.take(stem, extension)}`
    this.#bySign.set(file.sign, path)
    return path
  }
}

/** Whether the content of a file is compressed already. */
export const isPacked = ({ type }: ExportFile): boolean =>
  /^(image\/(?!bmp|svg)|video\/|audio\/|application\/(zip|gzip|x-7z|x-rar|vnd\.openxml|epub))/.test(type)
