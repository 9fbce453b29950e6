import { useLayoutEffect, useRef } from 'react'
import { announcementNodes } from './announcement-nodes.ts'
import styles from './announcements.module.css'

/** An announcement as its readers see it. */
export function AnnouncementBody({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.replaceChildren(announcementNodes(html))
  }, [html])
  return <div ref={box} className={styles.body} dir="auto" />
}
