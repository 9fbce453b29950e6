import { describe, expect, test } from 'vitest'
import type { BuiltRequest } from '#web/features/api-docs/try-it/build-request.ts'
import {
  chooseFallbackMode,
  chooseSendMode,
  isPrivateHost,
  type Sender,
  type SendFailure,
} from '#web/features/api-docs/try-it/send-mode.ts'

const built = (given: Partial<BuiltRequest> = {}): BuiltRequest => ({
  method: 'GET',
  url: 'https://api.example.com/orders',
  headers: [],
  body: { kind: 'none' },
  unknown: [],
  secrets: [],
  ...given,
})
const sender = (given: Partial<Sender> = {}): Sender => ({
  choice: 'auto',
  isVisitor: false,
  origin: 'https://docs.example.com',
  ...given,
})
const onHttp = sender({ origin: 'http://docs.lan:4999' })
const header = (name: string) => ({ headers: [{ name, value: 'x' }] })

describe('default send mode', () => {
  test.each([
    ['a public host', built(), sender(), 'server', 'public'],
    ['a private address', built({ url: 'http://10.1.2.3/a' }), onHttp, 'browser', 'private'],
    ['this machine', built({ url: 'http://127.0.0.1:8080/a' }), onHttp, 'browser', 'private'],
    ['this machine, from a site on https', built({ url: 'http://localhost:8080/a' }), sender(), 'browser', 'private'],
    ['a private address over https', built({ url: 'https://192.168.0.9/a' }), sender(), 'browser', 'private'],
    [
      'a private address on http, from a site on https',
      built({ url: 'http://10.1.2.3/a' }),
      sender(),
      'server',
      'mixed',
    ],
    ['this site', built({ url: 'https://docs.example.com/api/x' }), sender(), 'browser', 'own'],
    ['this site on its private address', built({ url: 'http://docs.lan:4999/api/x' }), onHttp, 'browser', 'own'],
    [
      'secrets, to a private address too',
      built({ url: 'http://10.1.2.3/', secrets: ['token'] }),
      onHttp,
      'server',
      'secrets',
    ],
    ['a cookie', built({ url: 'http://10.1.2.3/', ...header('Cookie') }), onHttp, 'server', 'headers'],
    [
      'a header of the browser',
      built({ url: 'http://10.1.2.3/', ...header('sec-fetch-mode') }),
      onHttp,
      'server',
      'headers',
    ],
    [
      'an ordinary header',
      built({ url: 'http://10.1.2.3/', ...header('Authorization') }),
      onHttp,
      'browser',
      'private',
    ],
    [
      'a GET with a body',
      built({ url: 'http://10.1.2.3/', body: { kind: 'text', text: '{}' } }),
      onHttp,
      'server',
      'body',
    ],
    ['a visitor', built(), sender({ isVisitor: true }), 'browser', 'visitor'],
    ['a choice', built({ url: 'http://10.1.2.3/' }), sender({ choice: 'server' }), 'server', 'chosen'],
    ['a choice', built(), sender({ choice: 'browser' }), 'browser', 'chosen'],
  ] as const)('%s', (_, request, by, way, why) => {
    expect(chooseSendMode(request, by)).toEqual({ way, why })
  })

  test('recognizes private hosts by address and by name, in any notation', () => {
    const hosts = (list: string) =>
      list.split(' ').map((host) => new URL(`http://${host}/`).hostname.replaceAll(/[[\]]/g, ''))
    for (const host of hosts(
      '127.0.0.1 127.1 0x7f.1 2130706433 10.0.0.1 172.16.0.1 172.31.255.1 192.168.1.1 169.254.1.1 100.64.0.1 0.0.0.0 [::1] [::] ' +
        '[fd00::1] [fe80::1] [::ffff:10.0.0.1] localhost api.localhost build printer.local db.internal nas.lan Intranet',
    ))
      expect(isPrivateHost(host), host).toBe(true)
    for (const host of hosts(
      '8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 100.63.0.1 100.128.0.1 [2606:4700::1] [::ffff:8.8.8.8] example.com fd.example feed.de',
    ))
      expect(isPrivateHost(host), host).toBe(false)
  })
})

describe('fallback after a failure', () => {
  const server = (name: string): SendFailure => ({ way: 'server', name })
  const browser = (reason: 'refused' | 'tooSlow' | 'frame'): SendFailure => ({ way: 'browser', reason })
  const post = built({ method: 'POST', body: { kind: 'text', text: '{}' } })

  test('falls back to the browser, for every method, when nothing was sent', () => {
    for (const request of [built(), post]) {
      expect(chooseFallbackMode(request, sender(), server('apiCallNotAllowed'))).toEqual({
        way: 'browser',
        why: 'notAllowed',
      })
      expect(chooseFallbackMode(request, sender(), server('apiCallUnknownHost'))).toEqual({
        way: 'browser',
        why: 'notReached',
      })
    }
  })

  test('does not resend a POST that may have arrived, but resends a GET', () => {
    for (const name of ['apiCallUnreachable', 'apiCallCertificate', 'apiCallRedirectNotAllowed']) {
      expect(chooseFallbackMode(post, sender(), server(name))).toBeUndefined()
      expect(chooseFallbackMode(built(), sender(), server(name))?.way).toBe('browser')
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(chooseFallbackMode(built({ method }), sender(), browser('refused'))).toBeUndefined()
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(chooseFallbackMode(built({ method }), sender(), browser('refused'))).toEqual({
        way: 'server',
        why: 'noAnswer',
      })
  })

  test('falls back to the server when the sending frame did not load', () => {
    expect(chooseFallbackMode(post, sender(), browser('frame'))).toEqual({ way: 'server', why: 'noAnswer' })
  })

  test.each([
    ['what took too long', built(), sender(), browser('tooSlow')],
    ['what took the server too long', built(), sender(), server('apiCallTooSlow')],
    ['a secret', built({ secrets: ['token'] }), sender(), server('apiCallNotAllowed')],
    ['a header that browsers leave out', built(header('Host')), sender(), server('apiCallNotAllowed')],
    ['mixed content', built({ url: 'http://intranet.example.com/' }), sender(), server('apiCallNotAllowed')],
    ['too many requests', built(), sender(), server('tooManyRequests')],
    ['a choice of the person', built(), sender({ choice: 'server' }), server('apiCallNotAllowed')],
    ['a visitor', built(), sender({ isVisitor: true }), browser('refused')],
  ])('%s has none', (_, request, by, failure) => {
    expect(chooseFallbackMode(request, by, failure)).toBeUndefined()
  })
})
