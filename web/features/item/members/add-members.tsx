import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { AddPeopleDialog } from '#web/features/account/user-picker/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import { addMembersAtom, type MembersState } from './atoms.ts'
import { LimitMenu } from './limit-menu.tsx'
import { queryValue } from './query-value.ts'
import { defaultRole, isLimitable } from './role.ts'
import { RoleChoice } from './role-select.tsx'

/** Dialog to add several people to an item with the same role and limit. */
export function AddMembers(props: { book: MembersState; exclude: readonly string[]; onClose: () => void }) {
  const { book, exclude, onClose } = props
  const { t } = useTranslation('member')
  const catalogs = queryValue(useAtomValue(book.catalogs)) ?? []
  const addMembers = useSetAtom(addMembersAtom)
  const [role, setRole] = useState(defaultRole)
  const [limit, setLimit] = useState<readonly number[]>([])
  return (
    <AddPeopleDialog
      title={t('add.title')}
      label={t('people')}
      help={t('add.help')}
      exclude={exclude}
      add={(names) => addMembers(book, names, { role, limit: isLimitable(role) ? limit : [] })}
      onClose={onClose}
    >
      <RoleChoice label={t('column.role')} value={role} onValue={setRole} />
      {isLimitable(role) && (
        <Field label={t('column.limit')} help={t('limit.help')}>
          <LimitMenu size="m" catalogs={catalogs} value={limit} onValue={setLimit} />
        </Field>
      )}
    </AddPeopleDialog>
  )
}
