import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { AddPeopleDialog } from '#web/features/account/user-picker/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { addTeamMembersAtom, type TeamState } from './atoms.ts'

/** Dialog to add several people to a team, as members or as administrators. */
export function AddTeamMembers(props: { book: TeamState; exclude: readonly string[]; onClose: () => void }) {
  const { book, exclude, onClose } = props
  const { t } = useTranslation('team')
  const addMembers = useSetAtom(addTeamMembersAtom)
  const [role, setRole] = useState<'1' | '2'>('1')
  return (
    <AddPeopleDialog
      title={t('add.title')}
      label={t('tab.member')}
      help={t('add.help')}
      exclude={exclude}
      add={(names) => addMembers(book, names, role === '2' ? 2 : 1)}
      onClose={onClose}
    >
      <RadioCards<'1' | '2'>
        label={t('column.roleInTeam')}
        value={role}
        onValue={setRole}
        options={[
          { value: '1', label: t('role.member'), help: t('add.memberHelp') },
          { value: '2', label: t('role.manager'), help: t('add.managerHelp') },
        ]}
      />
    </AddPeopleDialog>
  )
}
