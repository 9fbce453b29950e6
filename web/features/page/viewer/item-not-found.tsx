import { useAtomValue, useSetAtom } from 'jotai'
import { paletteOpenAtom } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { toSearchTerms } from './addresses.ts'
import styles from './state.module.css'

/** Shown at an address that belongs to no item and no page. */
export function ItemNotFound({ itemRef }: { itemRef: string }) {
  const { t } = useTranslation('page-actions')
  const user = useAtomValue(userAtom)
  const openPalette = useSetAtom(paletteOpenAtom)
  const words = toSearchTerms(itemRef)
  useTitle(t('notFound.title'))
  return (
    <div className={styles.state}>
      <SearchIcon data-size="32" />
      <h1 className={styles.title}>{t('notFound.title')}</h1>
      <p className={styles.words}>{words ? t('notFound.item', { words }) : t('notFound.page')}</p>
      <div className={styles.row}>
        <ButtonLink to={user ? '/item/index' : '/'} variant="primary">
          {t(user ? 'notFound.items' : 'notFound.home')}
        </ButtonLink>
        <Button icon={<SearchIcon />} onClick={() => openPalette(true)}>
          {t('notFound.search')}
        </Button>
      </div>
    </div>
  )
}
