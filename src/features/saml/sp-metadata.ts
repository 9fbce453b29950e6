import type { SiteAddresses } from './load-saml.ts'
import { logoutAddress } from './logout.ts'
import type { SamlSettings } from './settings.ts'
import { bindings, nameFormats, ns } from './xml-names.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const base64Of = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s+/g, '')

const keyOf = (use: string, certificate: string): string =>
  `
    <KeyDescriptor use="${use}">
      <KeyInfo xmlns="${ns.signature}"><X509Data><X509Certificate>${base64Of(certificate)}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor>`

/** Returns the metadata of this site as a service provider: what an identity provider must know of it. */
export function siteMetadata(
  settings: Pick<SamlSettings, 'certificate' | 'isSigned' | 'nameFormat'>,
  site: SiteAddresses,
): string {
  const { certificate, isSigned, nameFormat } = settings
  const keys = certificate === '' ? '' : keyOf('signing', certificate) + keyOf('encryption', certificate)
  const logout = escaped(logoutAddress(site.callback))
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${ns.metadata}" entityID="${escaped(site.entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="${isSigned}" WantAssertionsSigned="true" protocolSupportEnumeration="${ns.protocol}">${keys}
    <SingleLogoutService Binding="${bindings.redirect}" Location="${logout}"/>
    <SingleLogoutService Binding="${bindings.post}" Location="${logout}"/>
    <NameIDFormat>${nameFormat ?? nameFormats.persistent}</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${bindings.post}" Location="${escaped(site.callback)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}
