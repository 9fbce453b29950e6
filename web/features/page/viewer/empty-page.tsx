import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EditIcon, PageIcon } from '#web/ui/icons.ts'
import { editPath, useCurrentItem } from './current-item.ts'

/** Shown for a page without text. */
export function EmptyPage({ page_id }: { page_id: string }) {
  const { t } = useTranslation('viewer')
  const item = useCurrentItem()
  return (
    <EmptyState
      icon={<PageIcon data-size="32" />}
      text={t('empty.page')}
      action={
        item.canEdit && (
          <ButtonLink to={editPath(item, page_id)} variant="primary" icon={<EditIcon />}>
            {t('page.edit')}
          </ButtonLink>
        )
      }
    />
  )
}
