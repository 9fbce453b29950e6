import { useAtomValue } from 'jotai'
import { currentLang } from '#web/lib/i18n.ts'
import { themeAtom } from '#web/lib/theme.ts'
import styles from './landing.module.css'
import { pictureOf, pictureSize, type Scene } from './pictures.ts'

/** A picture of the product in the reader's language and theme. */
export function Picture({ scene, alt, later = false }: { scene: Scene; alt: string; later?: boolean }) {
  const theme = useAtomValue(themeAtom)
  return (
    <img
      className={styles.picture}
      src={pictureOf(scene, currentLang(), theme)}
      alt={alt}
      {...pictureSize}
      loading={later ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}
