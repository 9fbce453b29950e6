import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { InvitationsDialog } from '#web/features/account/invitations/index.tsx'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'

const siteInvitationsAtom = queryAtom(() => api.invitation.listOfSite())
const teamsAtom = queryAtom(() => api.team.getList({}))

/** Invites people to the site by link, into a team if wanted. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('invitation')
  const teams = queryValue(useAtomValue(teamsAtom)) ?? []
  const [team, setTeam] = useState<string | null>(null)
  return (
    <InvitationsDialog
      title={t('siteByLink')}
      note={t('siteByLinkText')}
      invitations={siteInvitationsAtom}
      describe={({ team_name }) => team_name || t('noTeam')}
      make={async (term) => (await api.invitation.addToSite({ team_id: team ?? '0', ...term })).path}
      send={async (term) => (await api.invitation.sendToSite({ team_id: team ?? '0', ...term })).length}
      revoke={({ invitation_id }) => api.invitation.revokeOfSite({ invitation_id })}
      onClose={onClose}
    >
      <Field label={t('team')} help={t('teamHelp')}>
        <Combobox
          options={teams.map(({ id, team_name }) => ({ value: id, label: team_name }))}
          value={team}
          onValue={setTeam}
          placeholder={t('noTeam')}
        />
      </Field>
    </InvitationsDialog>
  )
}
