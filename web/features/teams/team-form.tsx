import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import type { QueryAtom } from '#web/lib/query-atom.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { saveTeamAtom, type Team } from './atoms.ts'

const longest = 100 // Source: contract, team/save

/** Dialog to create a team, or to rename `team`. A new team opens afterwards, because it needs people next. */
export function TeamForm(props: { team?: Team; teams: QueryAtom<Team[]>; onClose: () => void }) {
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
