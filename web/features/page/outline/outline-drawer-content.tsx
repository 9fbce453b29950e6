import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import styles from './outline.module.css'
import { OutlineList } from './outline-list.tsx'

/** The time the drawer takes to close and return focus and scrolling, in ms. */
const leaveMs = 60

/** The headings of a document in a drawer, for windows without space for them next to the text. */
export function OutlineDrawerContent({ entries, onClose }: { entries: readonly OutlineEntry[]; onClose: () => void }) {
  const { t } = useTranslation('outline')
  const leave = () => {
    onClose()
    return new Promise<void>((done) => window.setTimeout(done, leaveMs))
  }
  return (
    <Drawer open title={t('title')} onClose={onClose}>
      <div className={styles.sheet}>
        <OutlineList entries={entries} current={undefined} onPick={leave} />
      </div>
    </Drawer>
  )
}
