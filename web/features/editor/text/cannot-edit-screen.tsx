import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ApiItemIcon, ArchiveIcon, LockIcon, PageIcon, SheetItemIcon, UserIcon } from '#web/ui/icons.ts'
import type { CannotEditReason, OpenState } from './open-page.ts'
import styles from './page-editor.module.css'

const icons: Record<CannotEditReason, typeof LockIcon> = {
  signIn: UserIcon,
  noRight: LockIcon,
  archived: ArchiveIcon,
  apiItem: ApiItemIcon,
  sheet: SheetItemIcon,
  gone: PageIcon,
  tooMany: PageIcon,
}

/** Replaces the editor where a page cannot be edited: says why, and where to go. */
export function CannotEditScreen({ entry }: { entry: Extract<OpenState, { state: 'refused' }> }) {
  const { why, item_ref, page_id, item_name } = entry
  const { t } = useTranslation('page-editor')
  const heading = t(page_id === 0 ? 'headingNew' : 'heading')
  useTitle(item_name ? `${heading} · ${item_name}` : heading)
  const Icon = icons[why]
  const hasPage = page_id > 0 && why !== 'gone' && why !== 'sheet'
  const here = `/page/edit/${item_ref}/${page_id}`
  return (
    <main className={styles.refused}>
      <h1 className="visually-hidden">{heading}</h1>
      <EmptyState
        icon={<Icon data-size="32" />}
        text={t(`refused.${why}`)}
        action={
          <>
            {why === 'signIn' && (
              <ButtonLink variant="primary" to={`/user/login?redirect=${encodeURIComponent(here)}`}>
                {t('refused.login')}
              </ButtonLink>
            )}
            {hasPage && why !== 'signIn' && (
              <ButtonLink variant="primary" to={`/${item_ref}/${page_id}`}>
                {t('refused.read')}
              </ButtonLink>
            )}
            {item_name && <ButtonLink to={`/${item_ref}`}>{t('refused.item')}</ButtonLink>}
            <ButtonLink to="/item/index">{t('refused.items')}</ButtonLink>
          </>
        }
      />
    </main>
  )
}
