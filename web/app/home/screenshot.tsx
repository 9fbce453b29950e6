import { useAtomValue } from 'jotai'
import { currentLang } from '#web/lib/i18n.ts'
import { themeAtom } from '#web/lib/theme.ts'
import styles from './landing.module.css'
import { getScreenshotUrl, type Scene, screenshotSize } from './screenshots.ts'

/** A screenshot of the product in the reader's language and theme. */
export function Screenshot({ scene, alt, later = false }: { scene: Scene; alt: string; later?: boolean }) {
  const theme = useAtomValue(themeAtom)
  return (
    <img
      className={styles.picture}
      src={getScreenshotUrl(scene, currentLang(), theme)}
      alt={alt}
      {...screenshotSize}
      loading={later ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}
