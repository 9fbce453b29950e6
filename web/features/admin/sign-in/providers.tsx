import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { type ProviderType, providerForms, providerTypes } from '#shared/sign-in-providers.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyIcon, LockIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { useConsoleAddress } from '../address.ts'
import type { FieldTexts } from '../forms/fields.ts'
import styles from '../forms/forms.module.css'
import { SaveBar } from '../forms/save-bar.tsx'
import { SettingFields } from '../forms/setting-fields.tsx'
import type { SettingForm } from '../forms/setting-form.ts'
import { QueryBoundary } from '../query-boundary.tsx'
import { type Preset, presets } from './presets.ts'
import {
  addProviderAtom,
  groupFields,
  type OwnField,
  ownFields,
  type Provider,
  providerFormAtom,
  providerGroups,
  providersAtom,
  removeProviderAtom,
} from './provider-forms.ts'
import { ProviderTest } from './provider-test.tsx'

/** Buttons that add a provider for a service that is known. */
function AddProvider({ onAdded }: { onAdded: (provider_id: string) => void }) {
  const { t } = useTranslation('admin')
  const add = useSetAtom(addProviderAtom)
  const [busy, setBusy] = useState('')
  const run = async (preset: Preset) => {
    setBusy(preset.id)
    try {
      onAdded(await add({ ...preset, name: preset.name || t('oauth.other') }))
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy('')
    }
  }
  return (
    <section className={styles.group}>
      <div className={styles.heading}>
        <h2>{t('oauth.templates')}</h2>
        <p>{t('oauth.templatesNote')}</p>
      </div>
      <div className={styles.templates}>
        {presets.map((preset) => (
          <Button
            key={preset.id}
            size="s"
            busy={busy === preset.id}
            disabled={busy !== ''}
            onClick={() => void run(preset)}
          >
            {preset.name || t('oauth.other')}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** The providers, each with a button that opens it. */
function ProviderList({ providers, onOpen }: { providers: readonly Provider[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('admin')
  if (providers.length === 0) return <EmptyState icon={<KeyIcon data-size="32" />} text={t('oauth.none')} />
  return (
    <ul className={styles.fields} aria-label={t('oauth.list')}>
      {providers.map(({ provider_id, name, is_open, source, accounts }) => (
        <li key={provider_id} className={styles.tick}>
          <span>
            <span className={styles.secret}>
              {name}
              <Badge tone={is_open === '1' ? 'ok' : 'neutral'}>{t(is_open === '1' ? 'oauth.on' : 'oauth.off')}</Badge>
              {source === 'file' && <Badge icon={<LockIcon />}>{t('oauth.inFile')}</Badge>}
            </span>
            <span className={styles.help}>{t('oauth.accounts', { count: accounts })}</span>
          </span>
          <Button size="s" aria-label={t('oauth.openOf', { name })} onClick={() => onOpen(provider_id)}>
            {t('oauth.open')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type FormField = { [Type in ProviderType]: keyof (typeof providerForms)[Type] }[ProviderType]
type Field = OwnField | FormField

const keepLinks = { '': 'none', '1': 'yes', '0': 'no' } as const
const { service, client_auth, username_taken } = providerForms.oauth2
const { nameid_format } = providerForms.saml
const { protocol_version } = providerForms.cas

/** Returns the texts of a field. */
function useWords(): (name: string) => FieldTexts {
  const { t } = useTranslation('admin')
  const optionOf = (field: Field, value: string): string => {
    const kind = field === 'service' && service.options.find((one) => one === value)
    const auth = field === 'client_auth' && client_auth.options.find((one) => one === value)
    const taken = field === 'username_taken' && username_taken.options.find((one) => one === value)
    const nameId = field === 'nameid_format' && nameid_format.options.find((one) => one === value)
    const version = field === 'protocol_version' && protocol_version.options.find((one) => one === value)
    if (nameId) return t(`oauth.option.nameid_format.${nameId}`)
    if (version) return t(`oauth.option.protocol_version.${version}`)
    if (kind) return t(`oauth.option.service.${kind}`)
    if (auth) return t(`oauth.option.client_auth.${auth}`)
    if (taken) return t(`oauth.option.username_taken.${taken}`)
    if (field === 'keep_links') return t(`oauth.own.keepLinks.${keepLinks[value as keyof typeof keepLinks]}`)
    return value
  }
  return (name) => {
    const field = name as Field
    const option = (value: string) => optionOf(field, value)
    if (field === 'is_open' || field === 'name' || field === 'keep_links')
      return { label: t(`oauth.own.label.${field}`), help: t(`oauth.own.help.${field}`), option }
    return { label: t(`oauth.label.${field}`), help: t(`oauth.help.${field}`), option }
  }
}

function ProviderForm({ provider, form }: { provider: Provider; form: SettingForm }) {
  const { t } = useTranslation('admin')
  const stored = useQueryState(form.storedAtom)
  const refresh = useSetAtom(providersAtom)
  const wordsOf = useWords()
  const type = providerTypes.find((one) => one === provider.type) ?? 'oauth2'
  return (
    <>
      <QueryBoundary query={stored}>
        {() => (
          <div className={styles.list}>
            <SettingFields form={form} fields={ownFields(form)} wordsOf={wordsOf} />
            {providerGroups(type).map((id) => (
              <SettingFields
                key={id}
                form={form}
                title={t(`oauth.group.${id}`)}
                note={t(id === 'service' && type !== 'oauth2' ? `oauth.noteOf.${type}` : `oauth.note.${id}`)}
                fields={groupFields(type, id)}
                wordsOf={wordsOf}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
      <ProviderTest provider={provider} form={form} />
      <SaveBar form={form} onSaved={() => void refresh()} />
    </>
  )
}

/** One provider: its form, a test of it, and its removal. */
function ProviderScreen({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const formOf = useSetAtom(providerFormAtom)
  const remove = useSetAtom(removeProviderAtom)
  const { provider_id, name, source, callback, accounts } = provider
  const metadata = callback.replace(/callback$/, 'metadata')
  const [form] = useState(() => (source === 'file' ? undefined : formOf(provider)))
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <div className={styles.groups}>
        <section className={styles.group}>
          <div className={styles.secret}>
            <Button size="s" onClick={onClose}>
              {t('oauth.back')}
            </Button>
          </div>
          <div className={styles.heading}>
            <h2>{name}</h2>
            <p>{t('oauth.accounts', { count: accounts })}</p>
          </div>
          <CopyField label={t('oauth.callback')} value={callback} help={t('oauth.callbackHelp')} />
          {provider.type === 'saml' && (
            <CopyField label={t('oauth.metadata')} value={metadata} help={t('oauth.metadataHelp')} />
          )}
          {source === 'file' && <Banner tone="info">{t('oauth.inFileNote')}</Banner>}
        </section>
        {form ? (
          <ProviderForm provider={provider} form={form} />
        ) : (
          <ProviderTest provider={provider} form={undefined} />
        )}
        {source === 'site' && (
          <div>
            <Button variant="danger" onClick={() => setConfirming(true)}>
              {t('oauth.remove')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('oauth.removeTitle', { name })}
        action={t('oauth.remove')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await remove(provider_id)
          toast.ok(localized(() => i18next.t('admin:oauth.removed', { name })))
          onClose()
        }}
      >
        {t('oauth.removeText')}
      </ConfirmDialog>
    </>
  )
}

/** The services that people sign in with: the list of them, or the one that the address names. */
export function ProvidersPanel() {
  const { t } = useTranslation('admin')
  const { query, step } = useConsoleAddress()
  const list = useQueryState(providersAtom)
  const chosen = query.get('provider')
  return (
    <QueryBoundary query={list}>
      {(providers) => {
        const provider = providers.find((one) => one.provider_id === chosen)
        if (provider) {
          const close = () => step({ provider: '' })
          return <ProviderScreen key={provider.provider_id} provider={provider} onClose={close} />
        }
        return (
          <div className={styles.groups}>
            <p>{t('oauth.intro')}</p>
            <ProviderList providers={providers} onOpen={(id) => step({ provider: id })} />
            <AddProvider onAdded={(id) => step({ provider: id })} />
          </div>
        )
      }}
    </QueryBoundary>
  )
}
