import { useState } from 'react'
import { newApiSource } from '#shared/api-sources.ts'
import { CatalogSelect } from '#web/features/tree/folders/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { ApiSource, SourceCalls, SourceFields } from './atoms.ts'
import { stack } from './stack.ts'

const first: SourceFields = {
  source_id: '0',
  ...newApiSource,
}

const fieldsOf = (source: ApiSource): SourceFields => {
  const { source_id, kind, source_name, url, header_name, header_value, missing, schedule, schedule_time } = source
  const cat_id = Number(source.cat_id)
  return { source_id, kind, source_name, url, header_name, header_value, cat_id, missing, schedule, schedule_time }
}

/** Form to add an API source or change one. */
export function SourceDialog(props: {
  item_id: string
  calls: SourceCalls
  /** The source to change; undefined for a new one. */
  source: ApiSource | undefined
  onSaved: () => void
  onClose: () => void
}) {
  const { item_id, calls, source, onSaved, onClose } = props
  const { t } = useTranslation('api-source')
  const [fields, setFields] = useState<SourceFields>(() => (source ? fieldsOf(source) : first))
  const [busy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const change = (next: Partial<SourceFields>) => {
    setDirty(true)
    setFields({ ...fields, ...next })
  }
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await calls.save(fields)
      onSaved()
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const isAddress = fields.kind === 'address'
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={isDirty}
      size="m"
      title={t(source ? 'edit' : 'add')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div style={stack}>
        {isAddress && (
          <Field label={t('field.url')} help={t('field.urlHelp')}>
            <TextInput
              value={fields.url}
              onValue={(url) => change({ url })}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
            />
          </Field>
        )}
        <Field label={t('field.name')} {...(!isAddress && { help: t('field.nameHelp') })}>
          <TextInput
            value={fields.source_name}
            onValue={(source_name) => change({ source_name })}
            maxLength={100}
            autoComplete="off"
          />
        </Field>
        {isAddress && (
          <>
            <Field label={t('field.header')} help={t('field.headerHelp')}>
              <TextInput
                value={fields.header_name}
                onValue={(header_name) => change({ header_name })}
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            {fields.header_name !== '' && (
              <Field label={t('field.secret')} help={t('field.secretHelp')}>
                <PasswordInput
                  value={fields.header_value}
                  onValue={(header_value) => change({ header_value })}
                  autoComplete="off"
                />
              </Field>
            )}
          </>
        )}
        <Field label={t('field.folder')}>
          <CatalogSelect item_id={item_id} value={fields.cat_id} onValue={(cat_id) => change({ cat_id })} />
        </Field>
        {isAddress && (
          <Field label={t('field.schedule')}>
            <Select<SourceFields['schedule']>
              options={(['off', 'hourly', 'daily'] as const).map((value) => ({ value, label: t(`schedule.${value}`) }))}
              value={fields.schedule}
              onValue={(schedule) => change({ schedule })}
            />
          </Field>
        )}
        {isAddress && fields.schedule === 'daily' && (
          <Field label={t('field.time')} help={t('field.timeHelp')}>
            <TextInput
              value={fields.schedule_time}
              onValue={(schedule_time) => change({ schedule_time })}
              maxLength={5}
              autoComplete="off"
            />
          </Field>
        )}
        <RadioGroup<SourceFields['missing']>
          label={t('field.missing')}
          options={(['mark', 'recycle'] as const).map((value) => ({
            value,
            label: t(`missing.${value}`),
            help: t(`missingHelp.${value}`),
          }))}
          value={fields.missing}
          onValue={(missing) => change({ missing })}
        />
        {error && <Banner tone="danger">{error.text}</Banner>}
      </div>
    </Dialog>
  )
}
