import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { InvitationsDialog } from '#web/features/account/invitations/index.tsx'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { MembersState } from './atoms.ts'
import { LimitMenu, useLimitLabel } from './limit-menu.tsx'
import { parseIds, parseRole, roleKey } from './role.ts'

/** The roles that a link can give. */
const inviteRoles = ['0', '1'] as const
type InviteRole = (typeof inviteRoles)[number]

/** Invites people to an item by link. */
export function InviteDialog({ book, onClose }: { book: MembersState; onClose: () => void }) {
  const { t } = useTranslation(['member', 'invitation'])
  const { item_id } = book
  const catalogs = queryValue(useAtomValue(book.catalogs)) ?? []
  const invitations = useMemo(() => queryAtom(() => api.invitation.list({ item_id })), [item_id])
  const [role, setRole] = useState<InviteRole>('1')
  const [limit, setLimit] = useState<readonly number[]>([])
  const wordsOf = useLimitLabel(catalogs)
  return (
    <InvitationsDialog
      title={t('invitation:byLink')}
      note={t('invitation:byLinkText')}
      invitations={invitations}
      describe={({ member_group_id, cat_ids }) => {
        const ids = parseIds(cat_ids)
        const name = t(`role.${roleKey(parseRole(member_group_id))}`)
        return ids.length > 0 ? `${name} · ${wordsOf(ids)}` : name
      }}
      make={async (term) => {
        const cat_ids = limit.join(',')
        return (await api.invitation.add({ item_id, member_group_id: role, cat_ids, ...term })).path
      }}
      send={async (term) => {
        const cat_ids = limit.join(',')
        return (await api.invitation.send({ item_id, member_group_id: role, cat_ids, ...term })).length
      }}
      revoke={({ invitation_id }) => api.invitation.revoke({ item_id, invitation_id })}
      onClose={onClose}
    >
      <RadioGroup<InviteRole>
        label={t('column.role')}
        value={role}
        onValue={setRole}
        options={inviteRoles.map((one) => ({
          value: one,
          label: t(`role.${roleKey(one)}`),
          help: t(`roleHelp.${roleKey(one)}`),
        }))}
      />
      <Field label={t('column.limit')} help={t('limit.help')}>
        <LimitMenu size="m" catalogs={catalogs} value={limit} onValue={setLimit} />
      </Field>
    </InvitationsDialog>
  )
}
