import { useSetAtom } from 'jotai'
import { type ItemDialogKind, openItemDialogAtom } from '#web/features/item/menu/index.tsx'
import type { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './danger-panel.module.css'

type Detail = Awaited<ReturnType<typeof api.item.detail>>

/** The actions that cannot be undone: transfer, archive, delete. */
export function DangerPanel({ detail, isOwner }: { detail: Detail; isOwner: boolean }) {
  const { t } = useTranslation('item-setting')
  const openDialog = useSetAtom(openItemDialogAtom)
  const isArchived = detail.is_archived === '1'
  const kinds = isArchived ? (['delete'] as const) : (['transfer', 'archive', 'delete'] as const)
  const { item_id, item_name, item_domain, item_type } = detail
  const ask = (kind: ItemDialogKind) =>
    void openDialog(kind, {
      item_id,
      item_name,
      item_domain,
      item_type,
      canManage: true,
      canEdit: true,
      isArchived,
      isOwner,
    })
  return (
    <ul className={styles.list}>
      {kinds.map((kind) => (
        <li key={kind} className={styles.row}>
          <div>
            <h2 className={styles.name}>{t(`danger.${kind}.title`)}</h2>
            <p className={styles.text}>{t(`danger.${kind}.text`)}</p>
          </div>
          <Button variant={kind === 'delete' ? 'danger' : 'default'} onClick={() => ask(kind)}>
            {t(`danger.${kind}.action`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
