import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BackIcon } from '#web/ui/icons.ts'
import { CatalogPicker } from './catalog-picker.tsx'
import { SaveMenu } from './save-menu.tsx'
import { SaveStatus } from './save-status.tsx'
import { TitleField } from './title-field.tsx'
import styles from './top-bar.module.css'

/** The top bar: back, the folder of the page, its title, how safe it is, and Save. */
export function TopBar({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 640px)')
  return (
    <header className={styles.bar}>
      {isWide ? (
        <Button variant="ghost" icon={<BackIcon />} onClick={onBack}>
          {t('back')}
        </Button>
      ) : (
        <IconButton label={t('back')} onClick={onBack}>
          <BackIcon />
        </IconButton>
      )}
      <CatalogPicker />
      <TitleField />
      <div className={styles.end}>
        <SaveStatus />
        <SaveMenu />
      </div>
    </header>
  )
}
