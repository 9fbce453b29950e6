import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { canInstall, installedVersion, installPackages } from '#build/debian.ts'

// Has no windows: a new profile costs it a quarter of the processor time that it costs Chromium itself.
const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usual = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const folders = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

const findIn = (paths: readonly string[]) => paths.find((path) => existsSync(path))

/** Finds the Chromium of this machine, DOCSTEAD_CHROMIUM first; undefined when there is none. */
function findChromium(): string | undefined {
  const requested = process.env.DOCSTEAD_CHROMIUM
  if (requested) return existsSync(requested) ? requested : undefined
  // names first: any other is slower than the first, wherever it is
  return findIn([...names.flatMap((name) => folders().map((folder) => join(folder, name))), ...usual])
}

/**
 * Returns the Chromium for the browser tests; installs it with Debian's apt-get when missing, together with Chinese
 * fonts. One that has windows serves as well, but takes longer: with `isFastWanted` the other is installed beside it, where
 * that is possible.
 *
 * @throws {Error} saying what to do, when it can be neither found nor installed
 */
export async function ensureChromium(say: (text: string) => void, isFastWanted = false): Promise<string> {
  const found = findChromium()
  if (process.env.DOCSTEAD_CHROMIUM) {
    if (found) return found
    throw new Error(`DOCSTEAD_CHROMIUM names no file: ${process.env.DOCSTEAD_CHROMIUM}`)
  }
  if (found && !(isFastWanted && canInstall() && basename(found) !== headless)) return found
  if (!canInstall()) {
    throw new Error(
      `the browser tests need Chromium: install it (Debian: apt-get install ${headless} fonts-noto-cjk), or name it in DOCSTEAD_CHROMIUM`,
    )
  }
  say(`installing ${headless} for the browser tests (apt-get)`)
  try {
    // in the version of the one that is there, because both share a package: another would upgrade it
    const version = found && (await installedVersion('chromium'))
    await installPackages(version ? `${headless}=${version}` : headless, 'fonts-noto-cjk')
  } catch (error) {
    if (found) return found // not Debian's apt-get, or no network
    throw new Error('apt-get could not install Chromium; install it by hand, or name it in DOCSTEAD_CHROMIUM', {
      cause: error,
    })
  }
  const installed = findChromium()
  if (!installed) throw new Error('apt-get installed Chromium, but no chromium is on PATH')
  return installed
}
