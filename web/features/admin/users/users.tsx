import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { InvitationsDialog } from '#web/features/account/invitations/index.tsx'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { UserPicker } from '#web/features/account/user-picker/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { fullName } from '#web/lib/display-name.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { Progress } from '#web/ui/progress.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { MembersIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import styles from '../dialog-form.module.css'
import { FilterBar, FilterChoice, FilterText } from '../filters.tsx'
import { PagedTable } from '../paged-table.tsx'
import { QueryBoundary } from '../query-boundary.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { type AccountAction, AccountTable } from './account-table.tsx'
import {
  type Account,
  accountsAtom,
  accountToDeleteAtom,
  deleteAccountAtom,
  disableAccountAtom,
  type OwnedItem,
  ownedItemsAtom,
  resetSecondStepAtom,
  signOutAccountAtom,
} from './atoms.ts'

/** Asks for confirmation before an account is disabled. */
function DisableAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const disable = useSetAtom(disableAccountAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.disable.title', { name })}
      action={t('users.disable.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await disable(account, true)
        close()
        toast.ok(localized(() => i18next.t('admin:users.disable.done', { name })))
      }}
    >
      {t('users.disable.text', { name })}
    </ConfirmDialog>
  )
}

/** Asks for confirmation before an account is signed out everywhere. */
function SignOutAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const signOut = useSetAtom(signOutAccountAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.signOut.title', { name })}
      action={t('users.signOut.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await signOut(account)
        close()
        toast.ok(localized(() => i18next.t('admin:users.signOut.done', { name })))
      }}
    >
      {t('users.signOut.text', { name })}
    </ConfirmDialog>
  )
}

/** Asks for confirmation before the second step of an account is removed. */
function ResetSecondStep({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const reset = useSetAtom(resetSecondStepAtom)
  const name = fullName(account)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('users.secondStep.title', { name })}
      action={t('users.secondStep.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await reset(account)
        close()
        toast.ok(localized(() => i18next.t('admin:users.secondStep.done', { name })))
      }}
    >
      {t('users.secondStep.text', { name })}
    </ConfirmDialog>
  )
}

const mostNames = 5

function OwnedItems({ items }: { items: readonly OwnedItem[] }) {
  const { t } = useTranslation('admin')
  const more = items.length - mostNames
  return (
    <ul className={styles.names}>
      {items.slice(0, mostNames).map((item) => (
        <li key={item.item_id}>{item.item_name}</li>
      ))}
      {more > 0 && <li>{t('users.delete.more', { count: more, shown: formatCount(more) })}</li>}
    </ul>
  )
}

/**
 * Asks for confirmation before an account is deleted, says what happens to its data, and selects the new owner of its
 * items.
 */
function DeleteAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const close = useMountedCallback(onClose)
  const me = useAtomValue(sessionAtom)
  const owned = useQueryState(useAtomValue(ownedItemsAtom))
  const deleteAccount = useSetAtom(deleteAccountAtom)
  const [receiver, setReceiver] = useState<readonly string[]>(me ? [me.username] : [])
  const [done, setDone] = useState<number>()
  const [failure, setFailure] = useState<LocalizedText>()
  const name = fullName(account)
  const items = queryValue(owned.result)
  const busy = done !== undefined
  const submit = async () => {
    if (busy || !items) return
    const [to = ''] = receiver
    if (items.length > 0 && to === '')
      return setFailure(localized(() => i18next.t('admin:users.delete.receiverMissing')))
    setFailure(undefined)
    setDone(0)
    try {
      await deleteAccount(account, to, setDone)
      close()
      toast.ok(localized(() => i18next.t('admin:users.delete.done', { name })))
    } catch (error) {
      setFailure(errorText(error))
      await owned.run()
    } finally {
      setDone(undefined)
    }
  }
  return (
    <Dialog
      open
      compact
      onClose={onClose}
      title={t('users.delete.title', { name })}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!items}>
            {t('users.delete.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('users.delete.text', { name })}</p>
        <QueryBoundary query={owned}>
          {(list) =>
            list.length === 0 ? (
              <p>{t('users.delete.noItems', { name })}</p>
            ) : (
              <div className={styles.form}>
                <p>{t('users.delete.items', { count: list.length, name })}</p>
                <OwnedItems items={list} />
                <Field label={t('users.delete.receiver')} help={t('users.delete.receiverHelp')}>
                  <UserPicker single value={receiver} onValue={setReceiver} exclude={[name]} />
                </Field>
              </div>
            )
          }
        </QueryBoundary>
        {busy && items && items.length > 0 && (
          <Progress
            value={done}
            max={items.length}
            label={t('users.delete.progress', { done: formatCount(done), count: items.length })}
          />
        )}
        {failure && <Banner tone="danger">{failure.text}</Banner>}
      </div>
    </Dialog>
  )
}

const siteInvitationsAtom = queryAtom(() => api.invitation.listOfSite())
const teamsAtom = queryAtom(() => api.team.getList({}))

/** Invites people to the site by link, into a team if wanted. */
function InviteDialog({ onClose }: { onClose: () => void }) {
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

/** The accounts of the site: search, add, edit, disable, delete. */
export function Users() {
  const { t } = useTranslation('admin')
  const accounts = useQueryState(useAtomValue(accountsAtom))
  const setDoomed = useSetAtom(accountToDeleteAtom)
  const [shown, setShown] = useState<{ action: AccountAction | 'add' | 'invite'; account?: Account }>()
  const close = () => {
    setShown(undefined)
    setDoomed(null)
  }
  const start = (chosenAction: AccountAction, account: Account) => {
    if (chosenAction === 'delete') setDoomed(account)
    setShown({ action: chosenAction, account })
  }
  const add = (
    <>
      <Button onClick={() => setShown({ action: 'invite' })}>{t('users.invite')}</Button>
      <Button variant="primary" icon={<AddIcon />} onClick={() => setShown({ action: 'add' })}>
        {t('users.add')}
      </Button>
    </>
  )
  const { action: operation, account } = shown ?? {}
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
      <QueryBoundary query={accounts}>
        {({ users, total }) => (
          <PagedTable
            total={total}
            rows={users.length}
            filters={['q', 'role']}
            empty={<EmptyState icon={<MembersIcon data-size="32" />} text={t('users.none')} />}
          >
            <AccountTable accounts={users} onAction={start} />
          </PagedTable>
        )}
      </QueryBoundary>
      {(operation === 'add' || operation === 'edit') && <AccountDialog {...(account && { account })} onClose={close} />}
      {operation === 'invite' && <InviteDialog onClose={close} />}
      {operation === 'disable' && account && <DisableAccount account={account} onClose={close} />}
      {operation === 'signOut' && account && <SignOutAccount account={account} onClose={close} />}
      {operation === 'secondStep' && account && <ResetSecondStep account={account} onClose={close} />}
      {operation === 'delete' && account && <DeleteAccount account={account} onClose={close} />}
    </ScreenFrame>
  )
}
