import styles from './method-chip.module.css'

/** The method of a request, as a word in its colour. */
export function MethodChip({ method }: { method: string }) {
  const word = method.toUpperCase()
  return (
    <span className={styles.chip} data-method={word}>
      {word === 'DELETE' ? 'DEL' : word}
    </span>
  )
}
