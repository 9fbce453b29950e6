import { expect, test } from 'vitest'
import { parseOauthSettings } from '#src/features/oauth/settings.ts'
import { clientAuth } from '#src/features/oauth/standard.ts'

// What LemonLDAP::NG 2.16 says of itself. It decodes nothing in the header: a secret with `%2D` is another one for it.
const server = {
  issuer: 'https://auth.example.com/',
  token_endpoint: 'https://auth.example.com/oauth2/token',
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
}

async function headerOf(client_id: string, client_secret: string): Promise<string> {
  const settings = parseOauthSettings({
    service: 'standard',
    issuer: server.issuer,
    client_auth: 'auto',
    client_id,
    client_secret,
  })
  const headers = new Headers()
  await clientAuth(server, settings)(server, { client_id }, new URLSearchParams(), headers)
  return atob(headers.get('authorization')?.replace('Basic ', '') ?? '')
}

test('client ID and secret stay as they are in the header, as far as they need no encoding', async () => {
  expect(await headerOf('doc-stead', 'a-secret_with.dots~8Q')).toBe('doc-stead:a-secret_with.dots~8Q')
})

test('what would break the header is encoded as a form is', async () => {
  expect(await headerOf('doc:stead', 'a b%c+d:é')).toBe('doc%3Astead:a+b%25c%2Bd%3A%C3%A9')
})
