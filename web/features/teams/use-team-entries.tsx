import { useAtomValue } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { EditIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { SignOutIcon, TransferIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import type { Team } from './atoms.ts'
import type { TeamDialogState } from './team-dialog.ts'
import { getTeamPermissions, getTeamRole } from './team-role.ts'

/** Returns the menu entries for what the current user may do with a team. */
export function useTeamEntries(onOpen: (dialog: TeamDialogState) => void): (team: Team) => MenuEntry[] {
  const { t } = useTranslation('team')
  const me = useAtomValue(userAtom)
  return (team) => {
    const may = getTeamPermissions(getTeamRole(team, me?.uid))
    return [
      ...(may.manage
        ? [
            {
              id: 'rename',
              label: t('menu.rename'),
              icon: <EditIcon />,
              onSelect: () => onOpen({ kind: 'rename', team }),
            },
          ]
        : []),
      ...(may.own
        ? [
            {
              id: 'transfer',
              label: t('menu.transfer'),
              icon: <TransferIcon />,
              onSelect: () => onOpen({ kind: 'transfer', team }),
            },
            { kind: 'separator' as const, id: 'rule' },
            {
              id: 'delete',
              label: t('menu.delete'),
              icon: <TrashIcon />,
              danger: true,
              onSelect: () => onOpen({ kind: 'delete', team }),
            },
          ]
        : []),
      ...(may.leave
        ? [
            ...(may.manage ? [{ kind: 'separator' as const, id: 'rule' }] : []),
            {
              id: 'leave',
              label: t('menu.leave'),
              icon: <SignOutIcon />,
              danger: true,
              onSelect: () => onOpen({ kind: 'leave', team }),
            },
          ]
        : []),
    ]
  }
}
