import { casForm, samlForm } from './saml-cas-settings.ts'
import { type Setting, settingForms } from './settings.ts'

/**
 * The types of providers that people sign in with, each with its form of settings. A form has
 * `providerAccountFields` and `entrance_tips`, the text of the sign-in button.
 */
export const providerForms = {
  oauth2: settingForms.oauth2_form,
  saml: samlForm,
  cas: casForm,
} as const satisfies Record<string, Readonly<Record<string, Setting>>>

/** A type of provider. */
export type ProviderType = keyof typeof providerForms

/** All types, in the order of the screen. */
export const providerTypes = Object.keys(providerForms) as [ProviderType, ...ProviderType[]]

/** The provider whose settings are ShowDoc's OAuth2 form. */
export const showdocProvider = 'oauth2'

/** What the id of a provider is like: it is a part of addresses, and `ldap` is the directory. */
export const providerIdPattern = /^(?!ldap$)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** Returns the path on this site where a sign-in with a provider begins. */
export const beginPath = (provider_id: string): string => `/sign-in/${provider_id}`

/** Returns the path on this site where the provider sends people back to. */
export const callbackPath = (provider_id: string): string => `/sign-in/${provider_id}/callback`
