import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { userAtom } from '#web/features/account/session/index.tsx'
import { displayNameAtom, UserPicker } from '#web/features/account/user-picker/index.tsx'
import { toastError } from '#web/features/item/members/index.tsx'
import { getErrorMessage, isApiError } from '#web/lib/api.ts'
import { getOwnerName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import type { QueryAtom } from '#web/lib/query.ts'
import { queryValue } from '#web/lib/query.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { deleteTeamAtom, itemsOfTeamAtom, leaveTeamAtom, saveTeamAtom, type Team, transferTeamAtom } from './atoms.ts'
import styles from './team.module.css'
import type { TeamDialogState } from './team-dialog.ts'

/** Asks for the account password before a team is deleted. */
function DeleteTeam(props: { team: Team; teams: QueryAtom<Team[]>; onClose: () => void; onGone?: () => void }) {
  const { team, teams, onClose, onGone } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const leave = useMountedCallback(onGone)
  const deleteTeam = useSetAtom(deleteTeamAtom)
  const name = team.team_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { name })}
      action={t('delete.action')}
      requiresPassword
      errorText={getErrorMessage}
      onConfirm={async (password) => {
        await deleteTeam(teams, team.id, password)
        close()
        toast.ok(localized(() => i18next.t('team:delete.done', { name })))
        leave()
      }}
    >
      {team.itemCount > 0 ? t('delete.text', { count: team.itemCount }) : t('delete.textEmpty')}
    </ConfirmDialog>
  )
}

/** Asks for confirmation before the current user leaves a team. */
function LeaveTeam(props: { team: Team; teams: QueryAtom<Team[]>; onClose: () => void; onGone?: () => void }) {
  const { team, teams, onClose, onGone } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const goOn = useMountedCallback(onGone)
  const leave = useSetAtom(leaveTeamAtom)
  const name = team.team_name
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('leave.title', { name })}
      action={t('leave.action')}
      errorText={getErrorMessage}
      onConfirm={async () => {
        await leave(teams, team.id)
        close()
        toast.ok(localized(() => i18next.t('team:leave.done', { name })))
        goOn()
      }}
    >
      {t('leave.text', { owner: getOwnerName(team) })}
    </ConfirmDialog>
  )
}

const longest = 200 // Source: contract, team/save

/** Dialog to create a team, or to rename `team`. A new team opens afterwards, because it needs people next. */
function TeamForm(props: { team?: Team; teams: QueryAtom<Team[]>; onClose: () => void }) {
  const { team, teams, onClose } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const goTo = useMountedCallback(navigate)
  const save = useSetAtom(saveTeamAtom)
  const former = team?.team_name ?? ''
  const [name, setName] = useState(former)
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const team_name = trimName(name)
    if (busy) return
    if (team_name === '') return setError(localized(() => i18next.t('team:form.missing')))
    if (team_name === former) return close()
    setBusy(true)
    try {
      const id = await save(teams, { id: team?.id ?? '0', team_name })
      toast.ok(localized(() => i18next.t(team ? 'team:form.renamed' : 'team:form.created', { name: team_name })))
      close()
      if (!team) goTo(`/team/member/${id}`)
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(team ? 'form.renameTitle' : 'form.newTitle')}
      dirty={name !== former}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(team ? 'form.rename' : 'form.create')}
          </Button>
        </>
      }
    >
      <Field label={t('form.name')} error={error?.text} {...(!team && { help: t('form.help') })}>
        <TextInput
          value={name}
          maxLength={longest}
          autoComplete="off"
          onValue={(value) => {
            setName(value)
            setError(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}

/** A field of the form that transfers a team. */
type TransferField = 'receiver' | 'password'

/** Returns the field that a transfer error is about. */
const errorField = (error: unknown): TransferField =>
  isApiError(error, 'userNotFound') || isApiError(error, 'userDisabled') || isApiError(error, 'teamReceiverIsOwner')
    ? 'receiver'
    : 'password'

/** Dialog to transfer a team, and its items that belong to the current user; asks for the account password. */
function TransferTeam(props: { team: Team; teams: QueryAtom<Team[]>; onClose: () => void }) {
  const { team, teams, onClose } = props
  const { t } = useTranslation(['team', 'ui'])
  const close = useMountedCallback(onClose)
  const me = useAtomValue(userAtom)
  const transfer = useSetAtom(transferTeamAtom)
  const items = queryValue(useAtomValue(useMemo(() => itemsOfTeamAtom(team.id), [team.id])))
  const mine = items?.filter((item) => item.uid === me?.uid).length
  const nameOf = useAtomValue(displayNameAtom)
  const [receiver, setReceiver] = useState<readonly string[]>([])
  const [password, setPassword] = useState('')
  const [error, setError] = useState<{ box: TransferField; why: LocalizedText }>()
  const [busy, setBusy] = useState(false)
  const errorOf = (box: TransferField) => (error?.box === box ? error.why.text : undefined)
  const submit = async () => {
    const [username] = receiver
    if (busy) return
    if (username === undefined)
      return setError({ box: 'receiver', why: localized(() => i18next.t('team:transfer.missing')) })
    if (password === '') return setError({ box: 'password', why: localized(() => i18next.t('ui:password.ownMissing')) })
    setBusy(true)
    try {
      await transfer(teams, { team_id: team.id, username, password })
      close()
      toast.ok(localized(() => i18next.t('team:transfer.done', { name: team.team_name, receiver: nameOf(username) })))
    } catch (failure) {
      if (isApiError(failure, 'teamGone')) {
        close()
        toastError(errorText(failure), failure)
      } else setError({ box: errorField(failure), why: errorText(failure) })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('transfer.title', { name: team.team_name })}
      dirty={receiver.length > 0 || password !== ''}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('transfer.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={t('transfer.receiver')} error={errorOf('receiver')}>
          <UserPicker
            single
            value={receiver}
            exclude={me ? [me.username] : []}
            onValue={(next) => {
              setReceiver(next)
              setError(undefined)
            }}
          />
        </Field>
        <Banner tone="warn">
          {joinSentences([mine ? t('transfer.moves', { count: mine }) : t('transfer.movesNone'), t('transfer.after')])}
        </Banner>
        <Field label={t('ui:password.own')} error={errorOf('password')}>
          <PasswordInput
            value={password}
            autoComplete="current-password"
            onValue={(value) => {
              setPassword(value)
              setError(undefined)
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** The team dialog that is open, if any. */
export function TeamDialogs(props: {
  dialog: TeamDialogState | undefined
  teams: QueryAtom<Team[]>
  onClose: () => void
  /** Called when the current user has left the team or deleted it. */
  onGone?: () => void
}) {
  const { dialog, teams, onClose, onGone } = props
  if (!dialog) return null
  if (dialog.kind === 'new') return <TeamForm teams={teams} onClose={onClose} />
  const same = { team: dialog.team, teams, onClose }
  if (dialog.kind === 'rename') return <TeamForm {...same} />
  if (dialog.kind === 'transfer') return <TransferTeam {...same} />
  if (dialog.kind === 'delete') return <DeleteTeam {...same} {...(onGone && { onGone })} />
  return <LeaveTeam {...same} {...(onGone && { onGone })} />
}
