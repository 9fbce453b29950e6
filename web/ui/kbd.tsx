import { keycapsFor } from '#web/lib/shortcuts.ts'
import styles from './kbd.module.css'

/**
 * Renders a shortcut such as 'mod+k' or 'g h' as key caps; ⌘ on a Mac. Without a keyboard it renders only with
 * `always`.
 */
export function Kbd({ keys, always }: { keys: string; always?: boolean }) {
  const caps = keycapsFor(keys).flatMap((stroke, at) => stroke.map((name) => ({ name, id: `${at}${name}` })))
  return (
    <span className={styles.keys} data-always={always || undefined}>
      {caps.map(({ name, id }) => (
        <kbd key={id} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  )
}
