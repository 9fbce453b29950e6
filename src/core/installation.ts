import { isSea } from 'node:sea'
import { releaseKeys } from './release-keys.ts'
import { versionText } from './version.ts'

/** The program that is running, as an update needs to know it. */
export interface Installation {
  version: string
  /** System and processor: `linux-x64`. */
  platform: string
  /** The path of the executable; undefined when the program runs from its sources. */
  executable: string | undefined
  /** Minisign public keys that may sign releases. */
  releaseKeys: readonly string[]
}

/** Returns what is known about the running program. */
export const thisInstallation = (): Installation => ({
  version: versionText,
  platform: `${process.platform}-${process.arch}`,
  executable: isSea() ? process.execPath : undefined,
  releaseKeys,
})
