import { atom } from 'jotai'
import { type ProviderType, providerForms, showdocProvider } from '#shared/sign-in-providers.ts'
import { api } from '#web/lib/api.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { type FieldSpec, listGroups, toFields, type Values } from '../forms/fields.ts'
import { createSettingForm, type SettingForm } from '../forms/setting-form.ts'
import type { Preset } from './presets.ts'

/** The providers of sign-in. */
export const providersAtom = queryAtom(() => api.adminProvider.list())

/** A provider of sign-in. */
export type Provider = Awaited<ReturnType<typeof api.adminProvider.list>>[number]

/** The fields that every provider has besides those of its type. */
export type OwnField = 'is_open' | 'name' | 'keep_links'

/** The groups of the form of a type, in the order of the screen. */
export const providerGroups = (type: ProviderType) => listGroups(providerForms[type])

/** The fields that settle where a service is: the people of another one are other people. */
const addressFields = [
  'service',
  'issuer',
  'protocol',
  'host',
  'token_path',
  'client_id',
  'metadata_url',
  'metadata',
  'idp_entity_id',
  'server_url',
]

/** The fields that an issuer makes superfluous. */
const withoutIssuer = new Set(['protocol', 'host', 'authorize_path', 'token_path', 'resource_path', 'userinfo_path'])

const hasIssuer = (values: Values): boolean => values['service'] === 'standard' && (values['issuer'] ?? '') !== ''

function typeFields(type: ProviderType): FieldSpec[] {
  return providerGroups(type).flatMap((group) =>
    toFields<string>(providerForms[type], group).map((field) =>
      withoutIssuer.has(field.name) ? { ...field, shows: (values: Values) => !hasIssuer(values) } : field,
    ),
  )
}

/** Returns the fields of a group of a provider's form. */
export const groupFields = (type: ProviderType, group: string): FieldSpec[] => {
  const names = new Set(toFields<string>(providerForms[type], group).map(({ name }) => name))
  return typeFields(type).filter(({ name }) => names.has(name))
}

/** Returns the fields that every provider has. */
export const ownFields = (form: SettingForm): FieldSpec[] =>
  form.fields.filter(({ name }) => ['is_open', 'name', 'keep_links'].includes(name))

const formsAtom = atom<ReadonlyMap<string, SettingForm>>(new Map<string, SettingForm>())

/** Whether the form of a provider has unsaved changes. */
export const unsavedProvidersAtom = atom((get) =>
  [...get(formsAtom).values()].some((form) => Object.keys(get(form.typedAtom)).length > 0),
)

/** Creates the form of a provider. */
function createProviderForm({ provider_id, type }: Pick<Provider, 'provider_id' | 'type'>): SettingForm {
  let loaded: Values = {}
  let accounts = 0
  const isMoved = (values: Values) =>
    accounts > 0 && addressFields.some((name) => (values[name] ?? '') !== (loaded[name] ?? ''))
  const own: FieldSpec[] = [
    { name: 'is_open', kind: 'tick' },
    ...(provider_id === showdocProvider ? [] : [{ name: 'name', kind: 'name' as const, max: 100 }]),
    { name: 'keep_links', kind: 'choice', options: ['', '1', '0'], shows: isMoved },
  ]
  return createSettingForm({
    id: `admin-provider-${provider_id}`,
    section: 'sign-in',
    fields: [...own, ...typeFields(type)],
    async load() {
      const provider = (await api.adminProvider.list()).find((one) => one.provider_id === provider_id)
      accounts = provider?.accounts ?? 0
      loaded = { ...provider?.form, is_open: provider?.is_open ?? '0', name: provider?.name ?? '', keep_links: '' }
      return loaded
    },
    save: ({ is_open, name, keep_links, ...form }) =>
      api.adminProvider.save({
        provider_id,
        ...(is_open && { is_open: is_open === '1' }),
        ...(name && { name }),
        ...(keep_links && { keep_links: keep_links === '1' }),
        form: JSON.stringify(form),
      }),
    fieldOf: { logoutAddressBad: 'logout_redirect_uri', providerMoved: 'keep_links' },
  })
}

/** Returns the form of a provider: always the same one, so that edits survive leaving it. */
export const providerFormAtom = atom(null, (get, set, provider: Pick<Provider, 'provider_id' | 'type'>) => {
  const known = get(formsAtom).get(provider.provider_id)
  if (known) return known
  const form = createProviderForm(provider)
  set(formsAtom, new Map([...get(formsAtom), [provider.provider_id, form]]))
  return form
})

/** Adds a provider with what is known about its service; people cannot sign in with it yet. @returns its id */
export const addProviderAtom = atom(null, async (get, set, { id, type, name, values }: Preset) => {
  const taken = new Set((queryValue(get(providersAtom)) ?? []).map(({ provider_id }) => provider_id))
  let provider_id = id
  for (let number = 2; taken.has(provider_id); number++) provider_id = `${id}-${number}`
  await api.adminProvider.save({ provider_id, type, name, form: JSON.stringify(values) })
  await set(providersAtom)
  return provider_id
})

/** Removes a provider, with what is typed in its form. */
export const removeProviderAtom = atom(null, async (get, set, provider_id: string) => {
  await api.adminProvider.remove({ provider_id })
  const forms = new Map(get(formsAtom))
  const form = forms.get(provider_id)
  if (form) set(form.discardAtom)
  forms.delete(provider_id)
  set(formsAtom, forms)
  await set(providersAtom)
})
