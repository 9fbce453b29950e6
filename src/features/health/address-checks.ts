import { isIP } from 'node:net'
import { dateText } from '#shared/contract/fields.ts'
import { readRunning } from '#src/core/data-folder.ts'
import { uploadMaxBytes } from '#src/core/files.ts'
import { OutboundError, readCertificate, readResponseText, safeFetch } from '#src/core/safe-fetch.ts'
import { readOptions } from '#src/features/options/index.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome } from './finding.ts'

const isLocal = (host: string): boolean => /^(localhost|\[?::1\]?|127(\.\d+){3})$/.test(host)

/** Returns the public address of the site; empty when none is set. */
const publicAddress = async ({ config, db }: HealthContext): Promise<string> =>
  config.site_url || (db ? (await readOptions(db)).site_url : '')

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

const httpsNeeded = (host: string) =>
  ({
    status: 'error',
    advice: 'useHttps',
    paste: `caddy reverse-proxy --from ${host} --to 127.0.0.1:4999`,
  }) as const

/** Returns how a failed request is described: the name of the system's error, or ours. */
const detailOf = (error: OutboundError): string => {
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.reason
}

async function tryAddress({ rules }: HealthContext, address: string): Promise<Outcome> {
  const paste = `curl -v ${address}/healthz`
  try {
    const answer = await safeFetch(rules, `${address}/healthz`, { givesRedirects: true })
    const isOurs = answer.status === 200 && (await readResponseText(answer)).includes('"status":"ok"')
    if (isOurs) return fine('addressOk', { address })
    return {
      status: 'warning',
      text: 'addressForeign',
      values: { address, status: answer.status },
      advice: 'checkAddress',
      paste,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason === 'notAllowed') return { status: 'info', text: 'addressUntried', values: { address } }
    return {
      status: 'warning',
      text: 'addressSilent',
      values: { address, detail: detailOf(error) },
      advice: 'checkAddress',
      paste,
    }
  }
}

/** Checks that the public address is set, is the one in the browser, and leads here; and that passwords are encrypted. */
export async function checkAddress(at: HealthContext): Promise<Outcome> {
  const { config, browser } = at
  const address = await publicAddress(at)
  const seen = browser?.address
  const here = parse(seen ?? '')
  if (here?.protocol === 'http:' && !isLocal(here.hostname))
    return { ...httpsNeeded(here.hostname), text: 'addressPlain', values: { seen: here.origin } }
  const isBehindHttps = address.startsWith('https://') || here?.protocol === 'https:'
  if (!isLocal(config.host) && !isBehindHttps && !isLocal(here?.hostname ?? ''))
    return { ...httpsNeeded('docs.example.com'), text: 'addressOpen', values: { host: config.host } }
  if (address === '') {
    if (!here || isLocal(here.hostname)) {
      // a server that runs may have been started with other settings than this command
      const running = readRunning(config.data)?.address
      const configured = `http://${config.host}:${config.port}${config.base_path}`
      return fine('addressLocal', { address: seen ?? running ?? configured })
    }
    return { status: 'warning', text: 'addressMissing', advice: 'setAddress', paste: `"site_url": "${seen}"` }
  }
  if (seen === address) return fine('addressSeen', { address })
  if (seen !== undefined && here && !isLocal(here.hostname))
    return {
      status: 'warning',
      text: 'addressOther',
      values: { address, seen },
      advice: 'useAddress',
      paste: `"site_url": "${seen}"`,
    }
  return tryAddress(at, address)
}

/** Checks that the path of the public address is the base path. */
export async function checkBasePath(at: HealthContext): Promise<Outcome | undefined> {
  const address = await publicAddress(at)
  const url = parse(address)
  if (!url) return undefined
  const path = at.config.base_path || '/'
  const found = url.pathname
  if (found === path) return fine('basePathOk', { path })
  return {
    status: 'error',
    text: 'basePathOther',
    values: { address, found, path },
    advice: 'basePath',
    paste: `"base_path": "${found === '/' ? '' : found}"`,
  }
}

// Let's Encrypt renews 30 days before the end: with fewer left, that has failed.
const renewDays = 21

/** Checks the certificate of the public address: its name, its issuer, and how long it is valid. */
export async function checkCertificate(at: HealthContext): Promise<Outcome | undefined> {
  const url = parse(await publicAddress(at))
  if (url?.protocol !== 'https:') return undefined
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const port = Number(url.port || 443)
  const show = `openssl s_client -connect ${url.hostname}:${port} -servername ${host} -showcerts </dev/null`
  try {
    const certificate = await readCertificate(at.rules, host, port)
    const days = Math.floor((certificate.expires - at.now().getTime() / 1000) / 86_400)
    const values = { host, days, time: dateText(certificate.expires) }
    const renew = { advice: 'renew', paste: `certbot renew --cert-name ${host}` } as const
    if (days < 0) return { status: 'error', text: 'certificateEnded', values, ...renew }
    if (!certificate.fitsHost)
      return {
        status: 'error',
        text: 'certificateName',
        values: { ...values, names: certificate.names.slice(0, 5).join(', ') },
        advice: 'certificateFor',
        paste: `certbot certonly -d ${host}`,
      }
    if (certificate.untrusted !== '')
      return {
        status: 'warning',
        text: 'certificateUnknown',
        values: { ...values, detail: certificate.untrusted },
        advice: 'issuer',
        paste: show,
      }
    if (days < renewDays) return { status: 'warning', text: 'certificateEnds', values, ...renew }
    return fine('certificateOk', values)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason === 'notAllowed')
      return {
        status: 'info',
        text: 'certificateUntried',
        values: { host },
        advice: 'allowNetwork',
        paste: `"outbound_allow": ["${isIP(host) ? host : '10.0.0.0/8'}"]`,
      }
    const values = { host, detail: detailOf(error) }
    // the network in between may be why: the browser, which is elsewhere, would say so
    return { status: 'warning', text: 'certificateNone', values, advice: 'checkAddress', paste: show }
  }
}

/** Checks what a proxy in front says about visitors; without a request, only what is configured. */
export function checkProxy({ config, arrival, browser }: HealthContext): Outcome {
  if (!arrival) {
    const list = config.trusted_proxies
    return list.length > 0 ? fine('proxySet', { list: list.join(' ') }) : fine('proxyNone')
  }
  const { peer, isTrusted, client, headers, forwardedFor, forwardedProto, host, isHttps } = arrival
  if (!isTrusted) {
    if (headers.length === 0) return fine('proxyDirect')
    return {
      status: 'warning',
      text: 'proxyUntrusted',
      values: { peer, headers: headers.join(', ') },
      advice: 'trustProxy',
      paste: `"trusted_proxies": ${JSON.stringify([...config.trusted_proxies, peer])}`,
    }
  }
  if (forwardedFor === '')
    return {
      status: 'warning',
      text: 'proxySilent',
      values: { peer },
      advice: 'sendFor',
      paste: 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    }
  const here = parse(browser?.address ?? '')
  if (here?.protocol === 'https:' && !isHttps)
    return {
      status: 'warning',
      text: 'proxyScheme',
      values: { peer, value: forwardedProto || '—' },
      advice: 'sendScheme',
      paste: 'proxy_set_header X-Forwarded-Proto $scheme;',
    }
  if (here && host !== here.host)
    return {
      status: 'warning',
      text: 'proxyHost',
      values: { peer, seen: here.host, host },
      advice: 'sendHost',
      paste: 'proxy_set_header Host $http_host;',
    }
  return fine('proxyOk', { peer, client })
}

// The largest text that the API accepts is a spreadsheet of 20 MB as JSON, and an import has 60 MB.
const bodyMb = 60

/** Checks what the browser found about large bodies. */
export function checkBodyLimit({ config, browser }: HealthContext): Outcome | undefined {
  if (browser?.body_result === undefined) return undefined
  const values = { mb: Math.round((browser.body_bytes ?? 0) / 1e5) / 10 }
  const mb = Math.max(bodyMb, Math.ceil(uploadMaxBytes(config, 'attachment') / 2 ** 20) + 1)
  if (browser.body_result === 'arrived') return fine('bodyOk', values)
  return browser.body_result === 'rejected'
    ? { status: 'error', text: 'bodyLow', values, advice: 'bodyLimit', paste: `client_max_body_size ${mb}m;` }
    : {
        status: 'warning',
        text: 'bodyFailed',
        values,
        advice: 'bodyTime',
        paste: `client_max_body_size ${mb}m;\nclient_body_timeout 60s;\nproxy_send_timeout 60s;`,
      }
}

/** Checks what the browser found about streams of events. */
export function checkLiveUpdates({ browser }: HealthContext): Outcome | undefined {
  if (browser?.events_result === undefined) return undefined
  if (browser.events_result === 'live') return fine('liveOk')
  return browser.events_result === 'held'
    ? { status: 'warning', text: 'liveHeld', advice: 'noBuffer', paste: 'proxy_buffering off;' }
    : { status: 'warning', text: 'liveBroken', advice: 'readTimeout', paste: 'proxy_read_timeout 360s;' }
}
