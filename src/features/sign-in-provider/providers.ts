import type { Setting } from '#shared/settings.ts'
import {
  beginPath,
  callbackPath,
  type ProviderType,
  providerForms,
  providerTypes,
  showdocProvider,
} from '#shared/sign-in-providers.ts'
import type { App } from '#src/core/app.ts'
import { parseOptionForm, readOptionForm, readOptions } from '#src/features/options/index.ts'
import { listProviderRows } from './queries.ts'

/** A service that people sign in with. */
export interface Provider {
  provider_id: string
  type: ProviderType
  /** Its name, for people. */
  name: string
  isOpen: boolean
  /** Where its settings are: in the database, or in the configuration file. */
  source: 'site' | 'file'
  /** The fields of its type's form, with their defaults. */
  form: Readonly<Record<string, string>>
}

/** What providers are read from. */
type WithProviders = Pick<App, 'db' | 'config'>

/** Returns a form with the defaults of its type. */
export function completeForm(type: ProviderType, form: Readonly<Record<string, string>>): Record<string, string> {
  const fields: Readonly<Record<string, Setting>> = providerForms[type]
  return Object.fromEntries(
    Object.entries(fields).map(([name, { default: initial = '' }]) => [name, form[name] || initial]),
  )
}

async function showdocOne({ db }: WithProviders): Promise<Provider[]> {
  const { oauth2_open } = await readOptions(db)
  const form = await readOptionForm(db, 'oauth2_form')
  const isFilled = ['client_id', 'host', 'issuer'].some((name) => (form[name] ?? '') !== '')
  if (!oauth2_open && !isFilled) return []
  const name = form['entrance_tips'] || form['host'] || 'OAuth2'
  return [
    {
      provider_id: showdocProvider,
      type: 'oauth2',
      name,
      isOpen: oauth2_open && isFilled,
      source: 'site',
      form: completeForm('oauth2', form),
    },
  ]
}

/**
 * Lists all providers: that of ShowDoc's form, those of the configuration file, and those of Admin. One of the file
 * takes the place of another with its id.
 */
export async function listProviders(app: WithProviders): Promise<Provider[]> {
  const ofFile = app.config.sign_in_providers.map(
    ({ id, type, name, form }): Provider => ({
      provider_id: id,
      type,
      name,
      isOpen: true,
      source: 'file',
      form: completeForm(type, form),
    }),
  )
  const ofSite = (await listProviderRows(app.db)).flatMap(({ provider_id, type, name, is_open, form }): Provider[] => {
    const known = providerTypes.find((one) => one === type)
    // one that another version of the program has added
    if (!known) return []
    const fields = completeForm(known, parseOptionForm(form))
    return [{ provider_id, type: known, name, isOpen: is_open === 1, source: 'site', form: fields }]
  })
  const taken = new Set(ofFile.map(({ provider_id }) => provider_id))
  const others = [...(await showdocOne(app)), ...ofSite].filter(({ provider_id }) => !taken.has(provider_id))
  const [first, ...rest] = others
  return first?.provider_id === showdocProvider ? [first, ...ofFile, ...rest] : [...ofFile, ...others]
}

/** Returns a provider, or undefined. */
export const findProvider = async (app: WithProviders, provider_id: string): Promise<Provider | undefined> =>
  (await listProviders(app)).find((one) => one.provider_id === provider_id)

/** Lists the providers that the sign-in screen shows. */
export async function listEntries(app: WithProviders) {
  const open = (await listProviders(app)).filter(({ isOpen }) => isOpen)
  return open.map(({ provider_id, type, name, form }) => ({
    provider_id,
    type,
    name,
    entrance_tips: form['entrance_tips'] ?? '',
    path: beginPath(provider_id),
  }))
}

/**
 * Returns the address where a provider sends people back to.
 *
 * @param site the address of this site, with the base path, without a slash at the end
 */
export const callbackOf = ({ provider_id, form }: Provider, site: string): string =>
  form['redirectUri'] || site + callbackPath(provider_id)
