import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useRef } from 'react'
import {
  parseRole,
  type Role,
  RoleSelect,
  roleKey,
  TeamItemPeople,
  toastError,
} from '#web/features/item/members/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { bindItemsAtom, type TeamItem, type TeamState } from './atoms.ts'
import styles from './team.module.css'

/** Dialog with the role of each person of a team in one of its items, and the role of people who join later. */
export function ItemRights({ book, item, onClose }: { book: TeamState; item: TeamItem; onClose: () => void }) {
  const { t } = useTranslation('team')
  const bind = useSetAtom(bindItemsAtom)
  const top = useRef<HTMLDivElement>(null) // the people have not loaded when the dialog opens
  const role = parseRole(item.member_group_id)
  const isArchived = item.is_archived === '1'
  const changeRole = async (next: Role) => {
    try {
      await bind(book, [item.item_id], next)
      toast.ok(localized(() => i18next.t('team:item.laterChanged', { role: i18next.t(`team:right.${roleKey(next)}`) })))
    } catch (error) {
      toastError(
        localized(() => i18next.t('team:item.laterNotChanged', { reason: getErrorMessage(error) })),
        error,
      )
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="l"
      focusFirst={top}
      title={t('item.rightsTitle', { name: item.item_name })}
      note={t('item.rightsNote', { team: item.team_name })}
    >
      <div ref={top} tabIndex={-1} className={styles.form}>
        <TeamItemPeople team_id={item.team_id} item_id={item.item_id} role={role} isFixed={isArchived} />
        {!isArchived && (
          <div className={styles.later}>
            <span>{t('item.later')}</span>
            <span className={styles.laterRole}>
              <RoleSelect label={t('item.later')} value={role} onValue={(next) => void changeRole(next)} />
            </span>
          </div>
        )}
      </div>
    </Dialog>
  )
}
