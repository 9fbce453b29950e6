import type { OutlineEntry } from '#web/features/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import styles from './outline.module.css'
import { OutlineList } from './outline-list.tsx'

/** Time for the sheet to go and to hand back the focus and the scrolling, in ms. */
const leaveMs = 60

/** The headings of a document in a sheet, where there is no room for them beside the text. */
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
