import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { toastRefusal, valueOf } from '#web/features/member/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { nameOfAtom, UserPicker } from '#web/features/user-picker/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type Said, said, saidOf } from '#web/lib/said.ts'
import { sentences } from '#web/lib/sentences.ts'
import type { ToldAtom } from '#web/lib/told.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { itemsOfTeamAtom, type Team, transferTeamAtom } from './atoms.ts'
import { refusedBox, type TransferBox } from './refused-box.ts'
import styles from './team.module.css'

/** Hands a team to somebody, with the items of it that are one's own; asks for the account password. */
export function TransferTeam(props: { team: Team; teams: ToldAtom<Team[]>; onClose: () => void }) {
  const { team, teams, onClose } = props
  const { t } = useTranslation(['team', 'ui'])
  const close = useWhileHere(onClose)
  const me = useAtomValue(userAtom)
  const transfer = useSetAtom(transferTeamAtom)
  const items = valueOf(useAtomValue(useMemo(() => itemsOfTeamAtom(team.id), [team.id])))
  const mine = items?.filter((item) => item.uid === me?.uid).length
  const nameOf = useAtomValue(nameOfAtom)
  const [receiver, setReceiver] = useState<readonly string[]>([])
  const [password, setPassword] = useState('')
  const [error, setError] = useState<{ box: TransferBox; why: Said }>()
  const [busy, setBusy] = useState(false)
  const errorOf = (box: TransferBox) => (error?.box === box ? error.why.text : undefined)
  const submit = async () => {
    const [username] = receiver
    if (busy) return
    if (username === undefined)
      return setError({ box: 'receiver', why: said(() => i18next.t('team:transfer.missing')) })
    if (password === '') return setError({ box: 'password', why: said(() => i18next.t('ui:password.ownMissing')) })
    setBusy(true)
    try {
      await transfer(teams, { team_id: team.id, username, password })
      close()
      toast.ok(said(() => i18next.t('team:transfer.done', { name: team.team_name, receiver: nameOf(username) })))
    } catch (failure) {
      if (isRefusal(failure, 'teamGone')) {
        close()
        toastRefusal(saidOf(failure), failure)
      } else setError({ box: refusedBox(failure), why: saidOf(failure) })
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
          {sentences([mine ? t('transfer.moves', { count: mine }) : t('transfer.movesNone'), t('transfer.after')])}
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
