import { expect, test } from 'vitest'
import { parseLogoutAddress, parseServiceAddress, parseSiteAddress } from '#src/features/admin/addresses.ts'

test('accepts http and https site addresses, without a trailing slash', () => {
  expect(parseSiteAddress(' https://Docs.Example.com/base/ ')).toBe('https://docs.example.com/base')
  expect(parseSiteAddress('')).toBe('')
  for (const bad of [
    'docs.example.com',
    'ftp://a.example',
    'https://a.example/?q',
    'https://a.example/#x',
    'https://u:p@a.example',
  ])
    expect(() => parseSiteAddress(bad)).toThrow('siteUrlBad')
})

test('defaults a service address to https when it has no scheme', () => {
  expect(parseServiceAddress('api.example.com')).toBe('https://api.example.com')
  expect(parseServiceAddress('http://10.0.0.1:8080/v1/')).toBe('http://10.0.0.1:8080/v1')
  for (const bad of ['file:///etc/passwd', 'https://u@a.example', 'a b', 'javascript://x', 'https://a.example?x=1'])
    expect(() => parseServiceAddress(bad)).toThrow('serviceAddressBad')
})

test('rejects a script as the address to go to after signing out', () => {
  expect(parseLogoutAddress('https://id.example/out?next=/')).toBe('https://id.example/out?next=/')
  expect(parseLogoutAddress(' ')).toBe('')
  for (const bad of ['javascript:alert(1)', '/path', 'data:text/html,x'])
    expect(() => parseLogoutAddress(bad)).toThrow('logoutAddressBad')
})
