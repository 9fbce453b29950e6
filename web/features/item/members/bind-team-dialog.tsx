import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { MembersIcon } from '#web/ui/icons.ts'
import { toast } from '#web/ui/toast.ts'
import { type BoundTeam, bindTeamAtom, type MembersState } from './atoms.ts'
import styles from './members.module.css'
import { QueryBoundary } from './query-boundary.tsx'
import { queryValue } from './query-value.ts'
import { defaultRole } from './role.ts'
import { RoleChoice } from './role-select.tsx'

/** Dialog to bind a team that the current user manages to an item, with a role for its people. */
export function BindTeamDialog(props: { book: MembersState; bound: readonly BoundTeam[]; onClose: () => void }) {
  const { book, bound, onClose } = props
  const { t } = useTranslation('member')
  const close = useMountedCallback(onClose)
  const mine = queryValue(useAtomValue(book.mine)) ?? []
  const free = mine.filter(({ id, team_manage }) => team_manage > 0 && !bound.some((one) => one.team_id === id))
  const bindTeam = useSetAtom(bindTeamAtom)
  const [chosen, setChosen] = useState<string | null>(null)
  const [role, setRole] = useState(defaultRole)
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const team = free.find((one) => one.id === chosen)
    if (busy) return
    if (!team) return setError(localized(() => i18next.t('member:bind.missing')))
    setBusy(true)
    try {
      await bindTeam(book, team.id, role)
      toast.ok(localized(() => i18next.t('member:bind.done', { team: team.team_name })))
      close()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const buttons = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {t('bind.action')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bind.title')}
      onSubmit={() => void submit()}
      footer={free.length > 0 && buttons}
    >
      <QueryBoundary from={book.mine}>
        {() =>
          free.length === 0 ? (
            <EmptyState
              icon={<MembersIcon data-size="32" />}
              text={t('bind.none')}
              help={t('bind.noneHelp')}
              action={<ButtonLink to="/team/index">{t('bind.toTeams')}</ButtonLink>}
            />
          ) : (
            <div className={styles.form}>
              <Field label={t('bind.team')} error={error?.text}>
                <Combobox
                  options={free.map((team) => ({
                    value: team.id,
                    label: team.team_name,
                    hint: t('teamPeople', { count: team.memberCount }),
                  }))}
                  value={chosen}
                  onValue={(value) => {
                    setChosen(value)
                    setError(undefined)
                  }}
                  placeholder={t('bind.choose')}
                />
              </Field>
              <RoleChoice label={t('bind.role')} value={role} onValue={setRole} />
              <p className={styles.hint}>{t('bind.help')}</p>
            </div>
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}
