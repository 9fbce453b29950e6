import { useStore } from 'jotai'
import { readBook } from '#shared/spreadsheet/form.ts'
import { SheetTable } from '#web/features/spreadsheet/view/index.tsx'
import { usePrinting } from '#web/lib/use-print.ts'
import styles from './sheet-editor.module.css'
import { bufferAtom, getBookText, selectedAtom } from './sheet-session.ts'

/**
 * The printed view: the visible sheet in its current state, saved or not. `content` is the page's content when it was
 * read.
 */
export function PrintView({ content, title }: { content: string; title: string }) {
  const store = useStore()
  const isPaper = usePrinting()
  if (!isPaper) return null
  const text = getBookText(store.get) ?? content
  const book = readBook(text)
  const shown = store.get(selectedAtom)?.sheet
  const order = [...(store.get(bufferAtom).sheets ?? [])].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const sheet = book.kind === 'book' ? book.sheets[order.findIndex(({ id }) => id === shown)] : undefined
  return (
    <>
      <h1 className={styles.onPaper}>{title}</h1>
      <SheetTable content={sheet ? JSON.stringify([sheet]) : text} title={title} />
    </>
  )
}
