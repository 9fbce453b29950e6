import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage, getRequestId, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  deleteEnvironmentAtom,
  type Environment,
  readEnvironmentAtom,
  saveEnvironmentAtom,
  saveSecretAtom,
} from './atoms.ts'
import styles from './call.module.css'
import { EnvironmentFields } from './environment-fields.tsx'
import {
  type EnvironmentForm,
  type FormErrors,
  type MergeConflict,
  mergeForms,
  toEnvironmentForm,
  toEnvironmentInput,
  validateForm,
} from './environment-input.ts'

/** Notice that the form contains the changes of two users, with a list of what both have changed. */
function MergeNotice({ clashes: conflicts }: { clashes: readonly MergeConflict[] }) {
  const { t } = useTranslation('api-call')
  const names = { env_name: t('env.name'), base_url: t('env.base') }
  const lineOf = ({ part, theirs }: MergeConflict) => {
    const name = typeof part === 'string' ? names[part] : part.variable
    if (theirs === 'gone') return t('env.clashGone', { name })
    return theirs === 'secret' ? t('env.clashSecret', { name }) : t('env.clash', { name, theirs: theirs.value })
  }
  return (
    <div className={styles.merged}>
      <Banner tone="warn">
        {t(conflicts.length === 0 ? 'env.merged' : 'env.mergedClash')}
        {conflicts.length > 0 && (
          <ul className={styles.clashes}>
            {conflicts.map((conflict) => (
              <li key={lineOf(conflict)}>{lineOf(conflict)}</li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  )
}

function SecretField(props: {
  item_id: string
  environment: Environment
  name: string
  isSet: boolean
  onChanged: () => void
}) {
  const { item_id, environment, name, isSet, onChanged } = props
  const { t } = useTranslation('api-call')
  const [isOpen, setOpen] = useState(false)
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const save = useSetAtom(saveSecretAtom)
  const keep = async (next: string) => {
    if (busy) return
    setBusy(true)
    try {
      await save({ item_id, env_id: environment.env_id, name, value: next })
      toast.ok(localized(() => i18next.t(next === '' ? 'api-call:secret.forgotten' : 'api-call:secret.kept', { name })))
      setValue('')
      setOpen(false)
      onChanged()
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
    setBusy(false)
  }
  if (isSet && !isOpen)
    return (
      <div className={styles.secret}>
        <span className={styles.name}>{name}</span>
        <Badge tone="ok">{t('secret.set')}</Badge>
        <span className={styles.tools}>
          <Button size="s" onClick={() => setOpen(true)}>
            {t('secret.replace')}
          </Button>
          <Button size="s" variant="ghost" busy={busy} onClick={() => void keep('')}>
            {t('secret.forget')}
          </Button>
        </span>
      </div>
    )
  return (
    <Field label={name}>
      <PasswordInput
        mono
        autoComplete="off"
        value={value}
        onValue={setValue}
        readOnly={busy}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          if (value !== '') void keep(value)
        }}
      />
      <div className={styles.tools}>
        <Button size="s" busy={busy} disabled={value === ''} onClick={() => void keep(value)}>
          {t('secret.keep')}
        </Button>
      </div>
    </Field>
  )
}

/** The current user's values of the secret variables of an environment: never shown again, only sent to its host. */
function SecretFields(props: { item_id: string; environment: Environment; onChanged: () => void }) {
  const { environment } = props
  const { t } = useTranslation('api-call')
  const secrets = environment.variables.filter(({ is_secret }) => is_secret)
  if (secrets.length === 0) return null
  return (
    <section className={styles.secrets} aria-label={t('secret.title')}>
      <h3 className={styles.head}>{t('secret.title')}</h3>
      <p className={styles.note}>
        {environment.base_url === '' ? t('secret.noAddress') : t('secret.note', { host: environment.base_url })}
      </p>
      {environment.base_url !== '' &&
        secrets.map(({ name, is_set }) => <SecretField key={name} {...props} name={name} isSet={is_set} />)}
    </section>
  )
}

/** Dialog with the environments of an item: editors of the item change them, everyone fills in their own secrets. */
export function EnvironmentsDialog(props: {
  item_id: string
  canEdit: boolean
  environments: readonly Environment[]
  /** The selected environment; empty for none. */
  env_id: string
  onChanged: () => void
  onChoose: (env_id: string) => void
  onClose: () => void
}) {
  const { item_id, canEdit, environments, onChanged, onChoose, onClose } = props
  const { t } = useTranslation('api-call')
  const [env_id, setEnvId] = useState(props.env_id || (environments[0]?.env_id ?? ''))
  const current = environments.find((one) => one.env_id === env_id)
  const [form, setForm] = useState<EnvironmentForm>(() => toEnvironmentForm(current))
  const [stored, setStored] = useState(form)
  const [faults, setFaults] = useState<FormErrors>()
  const [error, setError] = useState<LocalizedText>()
  const [nameConflicts, setConflicts] = useState<MergeConflict[]>()
  const [busy, setBusy] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const save = useSetAtom(saveEnvironmentAtom)
  const readAgain = useSetAtom(readEnvironmentAtom)
  const remove = useSetAtom(deleteEnvironmentAtom)
  const show = (next: Environment | undefined) => {
    const fresh = toEnvironmentForm(next)
    setEnvId(next?.env_id ?? '')
    setForm(fresh)
    setStored(fresh)
    setFaults(undefined)
    setError(undefined)
    setConflicts(undefined)
  }
  // merge both edits into the form, to be checked and saved
  const merge = async (failure: unknown) => {
    const now = await readAgain(item_id, form.env_id)
    if (!now) throw failure
    const theirs = toEnvironmentForm(now)
    const merged = mergeForms(stored, form, theirs)
    setStored(theirs)
    setForm(merged.form)
    setConflicts(merged.clashes)
    onChanged()
  }
  const submit = async () => {
    const found = validateForm(form)
    setFaults(found)
    if (found || busy) return
    setBusy(true)
    setError(undefined)
    try {
      const saved = await save(item_id, toEnvironmentInput(form))
      setEnvId(saved.env_id)
      setForm((now) => ({ ...now, ...saved }))
      setStored({ ...form, ...saved })
      setConflicts(undefined)
      onChoose(saved.env_id)
      onChanged()
      toast.ok(localized(() => i18next.t('api-call:env.saved', { name: form.env_name.trim() })))
    } catch (failure) {
      try {
        if (!isApiError(failure, 'environmentChanged')) throw failure
        await merge(failure)
      } catch (reason) {
        setError(errorText(reason))
      }
    }
    setBusy(false)
  }
  const isNew = form.env_id === ''
  const isDirty =
    canEdit &&
    form !== stored &&
    JSON.stringify(toEnvironmentInput(form)) !== JSON.stringify(toEnvironmentInput(stored))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('env.title')}
      note={t(canEdit ? 'env.note' : 'env.noteReader')}
      size="m"
      dirty={isDirty}
      {...(canEdit && { onSubmit: submit })}
      footer={
        <>
          {canEdit && !isNew && (
            <span className={styles.apart}>
              <Button variant="ghost" onClick={() => setConfirming(true)}>
                {t('env.delete')}
              </Button>
            </span>
          )}
          <Button onClick={onClose}>{t('close')}</Button>
          {canEdit && (
            <Button type="submit" variant="primary" busy={busy} disabled={!isNew && !isDirty}>
              {t(isNew ? 'env.create' : 'env.save')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.choice}>
        {(environments.length > 0 || !canEdit) && (
          <Select
            aria-label={t('env.label')}
            value={env_id}
            disabled={isDirty}
            options={[
              ...(isNew ? [{ value: '', label: t(canEdit ? 'env.new' : 'env.none') }] : []),
              ...environments.map((one) => ({ value: one.env_id, label: one.env_name })),
            ]}
            onValue={(next) => show(environments.find((one) => one.env_id === next))}
          />
        )}
        {canEdit && !isNew && (
          <Button icon={<AddIcon />} disabled={isDirty} onClick={() => show(undefined)}>
            {t('env.new')}
          </Button>
        )}
      </div>
      {!canEdit && environments.length === 0 && <p className={styles.note}>{t('env.empty')}</p>}
      {nameConflicts && <MergeNotice clashes={nameConflicts} />}
      {(canEdit || current) && <EnvironmentFields form={form} onForm={setForm} faults={faults} canEdit={canEdit} />}
      {current && !isDirty && <SecretFields item_id={item_id} environment={current} onChanged={onChanged} />}
      {error && <Banner tone="danger">{error.text}</Banner>}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('env.deleteAsk', { name: stored.env_name })}
        action={t('env.delete')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await remove(item_id, form.env_id)
          setConfirming(false)
          onChanged()
          if (props.env_id === form.env_id) onChoose('')
          show(environments.find((one) => one.env_id !== form.env_id))
        }}
      >
        {t('env.deleteEffect')}
      </ConfirmDialog>
    </Dialog>
  )
}
