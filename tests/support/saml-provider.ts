import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignedXml } from 'xml-crypto'
import { encrypt } from 'xml-encryption'
import { samlKeys } from './saml-keys.ts'

const signatureNs = 'http://www.w3.org/2000/09/xmldsig#'
const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'
const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** The methods with which the provider signs: those of today, or former ones. */
const methods = {
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  sha1: { signature: `${signatureNs}rsa-sha1`, digest: `${signatureNs}sha1` },
} as const

/** What an answer says; whatever is left out is as it should be. */
export interface AnswerOptions {
  requestId?: string
  recipient: string
  destination?: string
  audience: string
  issuer?: string
  nameId?: string
  nameFormat?: string
  attributes?: Record<string, string | string[]>
  /** The friendly names of attributes, by their names. */
  friendlyNames?: Record<string, string>
  assertionId?: string
  sessionIndex?: string
  /** Seconds from now. */
  notBefore?: number
  notOnOrAfter?: number
  /** Replaces parts of the assertion before it is signed. */
  change?: (xml: string) => string
}

const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

let count = 0

/** Returns an assertion without a signature. */
export function assertionXml(idp: string, options: AnswerOptions): string {
  const {
    requestId,
    recipient,
    audience,
    issuer = idp,
    nameId = 'u-1',
    attributes = {},
    friendlyNames = {},
    change = (xml) => xml,
  } = options
  const { nameFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', sessionIndex = 's-1' } = options
  const { assertionId = `_a${++count}`, notBefore = -60, notOnOrAfter = 300 } = options
  const answers = requestId === undefined ? '' : ` InResponseTo="${requestId}"`
  const values = Object.entries(attributes).map(([name, value]) => {
    const all = [value].flat().map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`)
    const friendly = friendlyNames[name] === undefined ? '' : ` FriendlyName="${friendlyNames[name]}"`
    return `<saml:Attribute Name="${name}"${friendly}>${all.join('')}</saml:Attribute>`
  })
  return change(
    `<saml:Assertion xmlns:saml="${assertionNs}" ID="${assertionId}" Version="2.0" IssueInstant="${at(0)}">` +
      `<saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameFormat}" NameQualifier="${idp}" SPNameQualifier="${audience}">${nameId}</saml:NameID>` +
      '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
      `<saml:SubjectConfirmationData NotOnOrAfter="${at(notOnOrAfter)}" Recipient="${recipient}"${answers}/>` +
      '</saml:SubjectConfirmation></saml:Subject>' +
      `<saml:Conditions NotBefore="${at(notBefore)}" NotOnOrAfter="${at(notOnOrAfter)}">` +
      `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${sessionIndex}"/>` +
      `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement></saml:Assertion>`,
  )
}

/** Returns a response around the XML of assertions. */
export function responseXml(idp: string, options: AnswerOptions, inner: string, id = `_r${++count}`): string {
  const { requestId, recipient, destination = recipient, issuer = idp } = options
  const answers = requestId === undefined ? '' : ` InResponseTo="${requestId}"`
  return (
    `<samlp:Response xmlns:samlp="${protocolNs}" xmlns:saml="${assertionNs}" ID="${id}" Version="2.0" ` +
    `IssueInstant="${at(0)}" Destination="${destination}"${answers}><saml:Issuer>${issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`
  )
}

/** Signs the element of a name, whose signature follows its issuer. */
export function signXml(
  xml: string,
  name: 'Assertion' | 'Response' | 'LogoutRequest',
  {
    keys = samlKeys.idp,
    method = 'sha256',
  }: { keys?: { cert: string; key: string }; method?: keyof typeof methods } = {},
): string {
  const { signature, digest } = methods[method]
  const signer = new SignedXml({
    privateKey: keys.key,
    publicCert: keys.cert,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
    idAttribute: 'ID',
  })
  const xpath = `//*[local-name(.)='${name}']`
  signer.addReference({ xpath, digestAlgorithm: digest, transforms: [`${signatureNs}enveloped-signature`, exclusive] })
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

type Algorithm = Parameters<typeof encrypt>[1]['encryptionAlgorithm']

/** Returns an assertion encrypted for this site. */
export const encryptXml = (
  assertion: string,
  algorithm: Algorithm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
): Promise<string> =>
  new Promise((resolve, reject) =>
    encrypt(
      assertion,
      {
        rsa_pub: new X509Certificate(samlKeys.site.cert).publicKey.export({ type: 'spki', format: 'pem' }),
        pem: samlKeys.site.cert,
        encryptionAlgorithm: algorithm,
        keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        disallowEncryptionWithInsecureAlgorithm: false,
        warnInsecureAlgorithm: false,
      },
      (error, result) =>
        error
          ? reject(error)
          : resolve(`<saml:EncryptedAssertion xmlns:saml="${assertionNs}">${result}</saml:EncryptedAssertion>`),
    ),
  )

/** Returns the metadata of an identity provider. */
export const metadataXml = (entityId: string, base: string, certificates = [samlKeys.idp.cert]): string =>
  `<?xml version="1.0"?><!-- generated --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${protocolNs}">${certificates
    .map(
      (cert) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>${cert.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join('')}
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${base}/slo"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${base}/sso"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${base}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

/** A server that responds to each path with a text, and remembers what was requested. */
export interface TextServer {
  url: string
  texts: Map<string, { status?: number; text: string } | ((query: URLSearchParams) => string)>
  requests: URL[]
  close(): Promise<void>
}

/** Starts a server of texts. */
export async function startTextServer(): Promise<TextServer> {
  const texts: TextServer['texts'] = new Map()
  const requests: URL[] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(url)
    const found = texts.get(url.pathname)
    const { status = 200, text } =
      typeof found === 'function' ? { text: found(url.searchParams) } : (found ?? { status: 404, text: '' })
    response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
