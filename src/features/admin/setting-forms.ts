import { LdapForm, Oauth2Form, StorageForm } from '#shared/contract/admin-setting.ts'
import type { FormRules } from './secret-fields.ts'

/** The form of file storage. Source: specification 9 for the default. */
export const storageRules: FormRules = {
  fields: Object.keys(StorageForm.shape),
  secrets: ['secret', 'secretKey'],
  locationFields: ['oss_type', 'endpoint', 'region', 'protocol'],
  defaults: { oss_type: 'aliyun', protocol: 'http' },
}

/** The form of the directory service. Source: specification 9 for the defaults. */
export const ldapRules: FormRules = {
  fields: Object.keys(LdapForm.shape),
  secrets: ['bind_password'],
  locationFields: ['host', 'port'],
  defaults: { port: '389', version: '3', search_filter: '(cn=*)' },
}

/**
 * The form of sign-in with another service. Source: specification 9 for the default. The token path is appended to the
 * host, so changing it may change the target.
 */
export const oauth2Rules: FormRules = {
  fields: Object.keys(Oauth2Form.shape),
  secrets: ['client_secret'],
  locationFields: ['protocol', 'host', 'token_path'],
  defaults: { protocol: 'https' },
}
