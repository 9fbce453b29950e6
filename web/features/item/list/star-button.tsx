import { useSetAtom } from 'jotai'
import { type Item, starAtom } from '#web/features/item/my-items/index.tsx'
import { getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StarIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './star-button.module.css'

/** Stars or unstars an item at once; reverts and shows the reason if the server rejects it. */
export function StarButton({ item }: { item: Item }) {
  const { t } = useTranslation('item-list')
  const star = useSetAtom(starAtom)
  const on = item.is_star > 0
  const toggle = () =>
    star(item.item_id, !on).catch((error: unknown) => toast.error(errorText(error), { requestId: getRequestId(error) }))
  return (
    <IconButton
      size="s"
      label={t('star', { name: item.item_name })}
      aria-pressed={on}
      className={styles.star}
      onClick={() => void toggle()}
    >
      <StarIcon />
    </IconButton>
  )
}
