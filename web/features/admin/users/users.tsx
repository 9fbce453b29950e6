import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, MembersIcon } from '#web/ui/icons.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { FilterBar } from '../filter-bar.tsx'
import { FilterChoice } from '../filter-choice.tsx'
import { FilterText } from '../filter-text.tsx'
import { PagedTable } from '../paged-table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { type AccountAction, AccountTable } from './account-table.tsx'
import { type Account, accountsAtom, accountToDeleteAtom } from './atoms.ts'
import { DeleteAccount } from './delete-account.tsx'
import { DisableAccount } from './disable-account.tsx'
import { SignOutAccount } from './sign-out-account.tsx'

/** The accounts of the site: search, add, edit, disable, delete. */
export function Users() {
  const { t } = useTranslation('admin')
  const [accounts, askAgain] = useAtom(accountsAtom)
  const setDoomed = useSetAtom(accountToDeleteAtom)
  const [shown, setShown] = useState<{ deed: AccountAction | 'add'; account?: Account }>()
  const close = () => {
    setShown(undefined)
    setDoomed(null)
  }
  const start = (deed: AccountAction, account: Account) => {
    if (deed === 'delete') setDoomed(account)
    setShown({ deed, account })
  }
  const add = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setShown({ deed: 'add' })}>
      {t('users.add')}
    </Button>
  )
  const { deed, account } = shown ?? {}
  return (
    <ScreenFrame title={t('section.users')} actions={add}>
      <FilterBar>
        <FilterText name="q" label={t('users.search')} />
        <FilterChoice
          name="role"
          label={t('users.role')}
          options={[
            { value: 'all', label: t('users.allRoles') },
            { value: 'admin', label: t('users.administrators') },
            { value: 'user', label: t('users.ordinaries') },
          ]}
        />
      </FilterBar>
      <QueryBoundary asked={accounts} onRetry={() => void askAgain()}>
        {({ users, total }) => (
          <PagedTable
            total={total}
            rows={users.length}
            filters={['q', 'role']}
            empty={<EmptyState icon={<MembersIcon data-size="32" />} text={t('users.none')} />}
          >
            <AccountTable accounts={users} onDeed={start} />
          </PagedTable>
        )}
      </QueryBoundary>
      {(deed === 'add' || deed === 'edit') && <AccountDialog {...(account && { account })} onClose={close} />}
      {deed === 'disable' && account && <DisableAccount account={account} onClose={close} />}
      {deed === 'signOut' && account && <SignOutAccount account={account} onClose={close} />}
      {deed === 'delete' && account && <DeleteAccount account={account} onClose={close} />}
    </ScreenFrame>
  )
}
