import type { Lang } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import type { Theme } from '#web/lib/theme.ts'
import readingEnDark from './pictures/reading-en-dark.webp'
import readingEnLight from './pictures/reading-en-light.webp'
import readingZhDark from './pictures/reading-zh-dark.webp'
import readingZhLight from './pictures/reading-zh-light.webp'
import writingEnDark from './pictures/writing-en-dark.webp'
import writingEnLight from './pictures/writing-en-light.webp'
import writingZhDark from './pictures/writing-zh-dark.webp'
import writingZhLight from './pictures/writing-zh-light.webp'

/** What a screenshot shows. `node scripts/screenshots.ts` takes them again. */
export type Scene = 'reading' | 'writing'

const files: Record<Scene, Record<Lang, Record<Theme, string>>> = {
  reading: {
    en: { light: readingEnLight, dark: readingEnDark },
    zh: { light: readingZhLight, dark: readingZhDark },
  },
  writing: {
    en: { light: writingEnLight, dark: writingEnDark },
    zh: { light: writingZhLight, dark: writingZhDark },
  },
}

/** The width and height of the screenshots, in pixels of the file. */
export const screenshotSize = { width: 1920, height: 1200 }

// The build gives the addresses relative to the scripts' folder, where the screenshots are.
const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

/** Returns the URL of a screenshot in a language and a theme. */
export const getScreenshotUrl = (scene: Scene, lang: Lang, theme: Theme): string =>
  href(`/assets/${nameOf(files[scene][lang][theme])}`)
