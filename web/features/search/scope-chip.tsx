import { CloseIcon } from '#web/ui/icons.ts'
import styles from './scope-chip.module.css'

/** The item that is searched, as a removable chip. */
export function ScopeChip({ name, label, onRemove }: { name: string; label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={label} title={label} onClick={onRemove}>
      <span className={styles.name}>{name}</span>
      <CloseIcon />
    </button>
  )
}
