import { useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon, ImportIcon, OkIcon } from '#web/ui/icons.ts'
import { dialogAtom } from './dialog-atom.ts'
import styles from './getting-started.module.css'
import { gettingStartedAtom } from './view-atoms.ts'

/** The first steps on a new site, until dismissed. */
export function GettingStarted({ hasItems }: { hasItems: boolean }) {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  const show = useSetAtom(gettingStartedAtom)
  return (
    <section className={styles.note} aria-labelledby="getting-started">
      <div className={styles.head}>
        <h2 id="getting-started">{t('start.title')}</h2>
        <IconButton size="s" label={t('start.close')} onClick={() => show(false)}>
          <CloseIcon />
        </IconButton>
      </div>
      <p>{t(hasItems ? 'start.begun' : 'start.text')}</p>
      <div className={styles.actions}>
        {hasItems ? (
          <span className={styles.done}>
            <OkIcon />
            {t('start.created')}
          </span>
        ) : (
          <Button variant="primary" icon={<AddIcon />} onClick={() => openDialog({ kind: 'new', item_type: '0' })}>
            {t('none.create')}
          </Button>
        )}
        <Button icon={<ImportIcon />} onClick={() => openDialog({ kind: 'import' })}>
          {t('import')}
        </Button>
      </div>
    </section>
  )
}
