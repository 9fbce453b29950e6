import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import styles from './watermark.module.css'
import { watermarkImage, watermarkTile } from './watermark-image.ts'

export { bodyText } from './body-text.ts'
export { readingMinutes } from './reading-time.ts'

/** Shows the reader's name and the date, faint over the whole text, on screen and in print. */
export function Watermark() {
  const user = useAtomValue(userAtom)
  const [today] = useState(() => new Date().toLocaleDateString('sv')) // YYYY-MM-DD
  // the name first; the username distinguishes users of the same name
  const words = [...new Set([user?.name ?? '', user?.username ?? ''])].filter(Boolean)
  if (user === undefined) return null
  const maskImage = watermarkImage([...words, today])
  const maskSize = `${watermarkTile.width}px ${watermarkTile.height}px`
  return <div className={styles.watermark} style={{ maskImage, maskSize }} aria-hidden="true" />
}
