import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EditIcon, OkIcon, RegularItemIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { KeyIcon, LockIcon, SignOutIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.ts'
import { sectionPath } from '../sections.ts'
import { MomentText, NameCell } from '../table-cells.tsx'
import { type Account, disableAccountAtom } from './atoms.ts'

/** An action that opens a dialog. */
export type AccountAction = 'edit' | 'signOut' | 'secondStep' | 'disable' | 'delete'

/** Table of accounts with their actions. */
export function AccountTable(props: {
  accounts: readonly Account[]
  onAction: (action: AccountAction, of: Account) => void
}) {
  const { accounts, onAction } = props
  const { t } = useTranslation('admin')
  const me = useAtomValue(sessionAtom)
  const disable = useSetAtom(disableAccountAtom)
  const enable = async (account: Account) => {
    try {
      await disable(account, false)
      toast.ok(localized(() => i18next.t('admin:users.enabled', { name: fullName(account) })))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const menuOf = (account: Account): MenuEntry[] => {
    const isMe = account.uid === me?.uid
    const items: MenuEntry = {
      id: 'items',
      label: t('users.items'),
      icon: <RegularItemIcon />,
      href: href(sectionPath('items', { owner: account.username })),
    }
    const edit: MenuEntry = {
      id: 'edit',
      label: t('users.edit'),
      icon: <EditIcon />,
      onSelect: () => onAction('edit', account),
    }
    if (isMe) return [edit, items]
    const access: MenuEntry =
      account.is_disabled === '1'
        ? { id: 'enable', label: t('users.enable'), icon: <OkIcon />, onSelect: () => void enable(account) }
        : {
            id: 'disable',
            label: t('users.disable.entry'),
            icon: <LockIcon />,
            onSelect: () => onAction('disable', account),
          }
    const signOut: MenuEntry = {
      id: 'signOut',
      label: t('users.signOut.entry'),
      icon: <SignOutIcon />,
      onSelect: () => onAction('signOut', account),
    }
    const secondStep: MenuEntry[] = account.has_second_step
      ? [
          {
            id: 'secondStep',
            label: t('users.secondStep.entry'),
            icon: <KeyIcon />,
            onSelect: () => onAction('secondStep', account),
          },
        ]
      : []
    if (account.groupid === '1') return [edit, items, signOut, ...secondStep, access]
    return [
      edit,
      items,
      signOut,
      ...secondStep,
      access,
      { kind: 'separator', id: 'rule' },
      {
        id: 'delete',
        label: t('users.delete.entry'),
        icon: <TrashIcon />,
        danger: true,
        onSelect: () => onAction('delete', account),
      },
    ]
  }
  return (
    <Table
      caption={t('section.users')}
      rows={accounts}
      keyOf={(account) => account.uid}
      menuOf={menuOf}
      menuLabel={(account) => t('actionsFor', { name: fullName(account) })}
      columns={[
        {
          id: 'name',
          header: t('users.user'),
          cell: (account) => (
            <NameCell
              picture={<Avatar size={28} name={account.name || account.username} />}
              name={<bdi>{account.name || account.username}</bdi>}
              badges={
                <>
                  {account.uid === me?.uid && <Badge>{t('users.you')}</Badge>}
                  {account.is_disabled === '1' && <Badge tone="danger">{t('users.disabled')}</Badge>}
                </>
              }
              note={account.name && account.name !== account.username && <bdi>{account.username}</bdi>}
            />
          ),
        },
        {
          id: 'role',
          header: t('users.role'),
          cell: ({ groupid }) =>
            groupid === '1' ? <Badge tone="accent">{t('users.administrator')}</Badge> : t('users.ordinary'),
        },
        {
          id: 'way',
          header: t('users.way'),
          cell: ({ is_sso, has_second_step }) => (
            <>
              {t(is_sso === '1' ? 'users.wayLink' : 'users.wayPassword')}
              {has_second_step && ` · ${t('users.secondStep.has')}`}
            </>
          ),
        },
        { id: 'registered', header: t('users.registered'), cell: ({ reg_time }) => <MomentText at={reg_time} /> },
        {
          id: 'seen',
          header: t('users.lastSignIn'),
          cell: ({ last_login_time }) => <MomentText relative at={last_login_time} none={t('users.never')} />,
        },
      ]}
    />
  )
}
