import { isIP } from 'node:net'
import type { Config, SettingName } from '#src/core/config.ts'
import { OutboundError, type OutboundRules, requireAllowedHost } from '#src/core/safe-fetch.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome } from './finding.ts'

/** An address that the settings of the start name, and that the server may not connect to. */
interface RejectedAddress {
  setting: SettingName
  /** The setting as people find it: its name, and which of several. */
  where: string
  host: string
}

type Named = Pick<RejectedAddress, 'setting' | 'where'> & { url: string }

/** Returns a host or an address as an address that can be parsed; '' for none. */
function toUrl(text: string | undefined, protocol = 'https'): string {
  const typed = text?.trim() ?? ''
  if (typed === '') return ''
  return /^https?:\/\//i.test(typed) ? typed : `${protocol}://${typed.replace(/^[a-z]+:\/\//i, '')}`
}

/** The fields of providers whose address the server itself connects to; people’s browsers open the others. */
const providerFields = ['issuer', 'host', 'metadata_url', 'server_url'] as const

/** Returns the addresses that the settings of the start let the server connect to. */
function listAddresses(config: Config): Named[] {
  const one = (setting: SettingName, where: string, url: string): Named[] =>
    url === '' ? [] : [{ setting, where, url }]
  const ldap = config.ldap_form as Readonly<Record<string, unknown>>
  const storage = config.oss_setting as Readonly<Record<string, unknown>>
  return [
    ...one('smtp_host', 'smtp_host', toUrl(config.smtp_host)),
    ...one('ldap_form', 'ldap_form.host', toUrl(String(ldap['host'] ?? ''))),
    ...['endpoint', 'domain'].flatMap((field) =>
      one('oss_setting', `oss_setting.${field}`, toUrl(String(storage[field] ?? ''))),
    ),
    ...config.sign_in_providers.flatMap(({ id, form }) =>
      providerFields.flatMap((field) =>
        one('sign_in_providers', `sign_in_providers (${id}.${field})`, toUrl(form[field])),
      ),
    ),
    ...config.webhooks.flatMap(({ name, url }) => one('webhooks', `webhooks (${name})`, url)),
    ...one('update_url', 'update_url', config.update_url),
  ]
}

/**
 * Returns the addresses of the settings of the start that `outbound_allow` does not permit, by what their names resolve to now. A
 * name that cannot be resolved is none of them.
 */
export async function findRejectedAddresses(config: Config, rules: OutboundRules): Promise<RejectedAddress[]> {
  const found = await Promise.all(
    listAddresses(config).map(async ({ setting, where, url }) => {
      try {
        await requireAllowedHost(rules, url)
        return []
      } catch (error) {
        // a form that cannot be right is another check's finding
        if (!(error instanceof OutboundError) || error.reason !== 'notAllowed') return []
        return [{ setting, where, host: new URL(url).hostname.replaceAll(/^\[|\]$/g, '') }]
      }
    }),
  )
  return found.flat()
}

/** Checks that the server may connect to everything that the settings of the start name. */
export async function checkOutbound({ config, rules }: HealthContext): Promise<Outcome[] | Outcome | undefined> {
  const rejected = await findRejectedAddresses(config, rules)
  if (rejected.length === 0) return listAddresses(config).length === 0 ? undefined : fine('outboundOk')
  return rejected.map(
    ({ where, host }): Outcome => ({
      status: 'warning',
      text: 'outboundRejected',
      values: { where, host },
      advice: 'allowConnection',
      paste: `"outbound_allow": ["${isIP(host) ? host : '10.0.0.0/8'}"]`,
    }),
  )
}
