import type { MouseEvent } from 'react'
import { idToHash } from '#shared/markdown/slug.ts'
import { type OutlineEntry, scrollToAnchor } from '#web/features/page/markdown/index.tsx'
import styles from './outline.module.css'

const indent = 12

/** Scrolls to a heading and puts it in the URL. */
function goTo(id: string): void {
  if (!scrollToAnchor(id)) return
  window.history.pushState(window.history.state, '', idToHash(id))
}

/** The headings as links, indented by level. */
export function OutlineList(props: {
  entries: readonly OutlineEntry[]
  current: string | undefined
  /** Called before scrolling; closes the drawer. Resolves when scrolling is possible. */
  onPick?: () => Promise<void>
}) {
  const { entries, current, onPick } = props
  const top = Math.min(...entries.map(({ level }) => level))
  const pick = (id: string) => async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    await onPick?.()
    goTo(id)
  }
  return (
    <ul className={styles.list}>
      {entries.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={idToHash(id)}
            className={styles.link}
            style={{ paddingInlineStart: 12 + indent * (level - top) }}
            aria-current={id === current ? 'location' : undefined}
            onClick={pick(id)}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
