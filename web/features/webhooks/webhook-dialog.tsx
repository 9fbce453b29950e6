import { useRef, useState } from 'react'
import {
  formatOfAddress,
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
  webhookFormats,
} from '#shared/webhooks.ts'
import { isApiError } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { Webhook, WebhookCalls, WebhookFields, WebhookPlace } from './atoms.ts'
import { columns, stack } from './stack.ts'

const mask = '********'

/** What the server says about the address alone. */
const addressErrors = ['webhookAddressBad', 'webhookForbidden'] as const

/** Form to add a webhook or change one; shows a new secret once. */
export function WebhookDialog(props: {
  place: WebhookPlace
  calls: WebhookCalls
  /** The webhook to change; undefined for a new one. */
  webhook: Webhook | undefined
  onSaved: () => void
  onClose: () => void
}) {
  const { place, calls, webhook, onSaved, onClose } = props
  const { t } = useTranslation(['webhook', 'ui'])
  const known: readonly WebhookEvent[] = webhookEvents[place.scope]
  const [fields, setFields] = useState<WebhookFields>(() => ({
    webhook_id: webhook?.webhook_id ?? '0',
    webhook_name: webhook?.webhook_name ?? '',
    format: webhook?.format ?? 'json',
    url: webhook?.url ?? '',
    ...(webhook && { secret: webhook.secret }),
    events: webhook ? known.filter((event) => webhook.events.includes(event)) : [...known],
    is_open: webhook ? webhook.is_open === '1' : true,
    lang: currentLang(),
  }))
  const [busy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [problem, setProblem] = useState<{ isOfAddress: boolean; why: LocalizedText }>()
  const top = useRef<HTMLDivElement>(null)
  const [secret, setSecret] = useState('')
  const change = (next: Partial<WebhookFields>) => {
    setDirty(true)
    setFields({ ...fields, ...next })
  }
  const changeUrl = (url: string) => {
    const format = formatOfAddress(url)
    change({ url, ...(format !== 'json' && { format }) })
  }
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const saved = await calls.save(fields)
      onSaved()
      if (saved.secret === '') onClose()
      else setSecret(saved.secret)
    } catch (failure) {
      setProblem({ isOfAddress: addressErrors.some((name) => isApiError(failure, name)), why: errorText(failure) })
      // the list of events may be longer than the window
      top.current?.scrollIntoView({ block: 'nearest' })
    } finally {
      setBusy(false)
    }
  }
  if (secret !== '')
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('secret.title')}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        }
      >
        <CopyField label={t('secret.label')} value={secret} help={t('secret.once')} />
      </Dialog>
    )
  const { format } = fields
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={isDirty}
      size="m"
      title={t(webhook ? 'edit' : 'add')}
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
        <div ref={top} style={stack}>
          {problem && !problem.isOfAddress && <Banner tone="danger">{problem.why.text}</Banner>}
          <Field
            label={t('field.url')}
            help={t('field.urlHelp')}
            error={problem?.isOfAddress ? problem.why.text : undefined}
          >
            <TextInput value={fields.url} onValue={changeUrl} inputMode="url" autoComplete="off" spellCheck={false} />
          </Field>
        </div>
        <Field label={t('field.format')} help={t(`formatHelp.${format}`)}>
          <Select<WebhookFormat>
            options={webhookFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
            value={format}
            onValue={(value) => change({ format: value })}
          />
        </Field>
        {(format === 'dingtalk' || format === 'feishu') && (
          <Field label={t('field.secret')} help={t('field.secretHelp')}>
            <PasswordInput
              value={fields.secret ?? ''}
              onValue={(value) => change({ secret: value })}
              autoComplete="off"
            />
          </Field>
        )}
        {format === 'json' && webhook && (
          <Checkbox
            label={t('field.newSecret')}
            checked={fields.secret === ''}
            onChecked={(on) => change({ secret: on ? '' : mask })}
          />
        )}
        <Field label={t('field.name')}>
          <TextInput value={fields.webhook_name} onValue={(value) => change({ webhook_name: value })} maxLength={100} />
        </Field>
        <Fieldset label={t('field.events')}>
          <div style={columns}>
            {known.map((event) => (
              <Checkbox
                key={event}
                label={t(`event.${event}`)}
                checked={fields.events.includes(event)}
                onChecked={(on) =>
                  change({ events: known.filter((one) => (one === event ? on : fields.events.includes(one))) })
                }
              />
            ))}
          </div>
        </Fieldset>
        <Checkbox label={t('field.open')} checked={fields.is_open} onChecked={(on) => change({ is_open: on })} />
      </div>
    </Dialog>
  )
}
