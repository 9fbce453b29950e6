import { useTranslation } from '#web/lib/i18n.ts'
import { authorOf } from '#web/lib/person.ts'
import { Button } from '#web/ui/button.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import type { Page } from './atoms.ts'
import styles from './page-view.module.css'

/** Says, over the text and without moving it, that somebody has written the page anew; shows that when asked to. */
export function NewerNotice({ newer, onShow }: { newer: Page | undefined; onShow: () => void }) {
  const { t } = useTranslation('viewer')
  return (
    <div className={styles.newer} role="status" data-no-print="">
      {newer && (
        <div className={styles.notice}>
          <RefreshIcon />
          {t('banner.newer', { user: authorOf(newer) })}
          <Button size="s" onClick={onShow}>
            {t('banner.show')}
          </Button>
        </div>
      )}
    </div>
  )
}
