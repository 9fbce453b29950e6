import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { userAtom } from '#web/features/account/session/index.tsx'
import { displayNameAtom, UserPicker } from '#web/features/account/user-picker/index.tsx'
import { queryValue, toastError } from '#web/features/item/members/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import type { QueryAtom } from '#web/lib/query-atom.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { itemsOfTeamAtom, type Team, transferTeamAtom } from './atoms.ts'
import { errorField, type TransferField } from './error-field.ts'
import styles from './team.module.css'

/** Dialog to transfer a team, and its items that belong to the current user; asks for the account password. */
export function TransferTeam(props: { team: Team; teams: QueryAtom<Team[]>; onClose: () => void }) {
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
