import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installPackages } from '#build/debian.ts'

// Has no windows: a new profile costs it a quarter of the processor time that it costs Chromium itself.
const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usual = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds the Chromium of this machine, DOCSTEAD_CHROMIUM first; undefined when there is none. */
function findChromium(): string | undefined {
  const requested = process.env.DOCSTEAD_CHROMIUM
  if (requested) return existsSync(requested) ? requested : undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...usual].find((path) =>
    existsSync(path),
  )
}

/**
 * Returns the Chromium for the browser tests; installs it with Debian's apt-get when missing, together with Chinese
 * fonts.
 *
 * @throws {Error} saying what to do, when it can be neither found nor installed
 */
export async function ensureChromium(say: (text: string) => void): Promise<string> {
  const found = findChromium()
  if (found) return found
  if (process.env.DOCSTEAD_CHROMIUM)
    throw new Error(`DOCSTEAD_CHROMIUM names no file: ${process.env.DOCSTEAD_CHROMIUM}`)
  if (!canInstall()) {
    throw new Error(
      `the browser tests need Chromium: install it (Debian: apt-get install ${headless} fonts-noto-cjk), or name it in DOCSTEAD_CHROMIUM`,
    )
  }
  say('installing Chromium for the browser tests (apt-get)')
  try {
    await installPackages(headless, 'fonts-noto-cjk')
  } catch (error) {
    throw new Error('apt-get could not install Chromium; install it by hand, or name it in DOCSTEAD_CHROMIUM', {
      cause: error,
    })
  }
  const installed = findChromium()
  if (!installed) throw new Error('apt-get installed Chromium, but no chromium is on PATH')
  return installed
}
