import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import styles from './reading.module.css'

// what Markdown could mean anything by
const marks = /[`*_[\]<>|~\\$!&:#]|\n|^\s*(?:[-+]|\d+[.)])\s/

/** The description of a field: most are a plain sentence, which needs no Markdown. */
export function Prose({ text }: { text: string }) {
  if (text.trim() === '') return null
  if (!marks.test(text)) return <p className={styles.prose}>{text}</p>
  return <MarkdownBody text={text} mode="preview" className={styles.prose ?? ''} />
}
