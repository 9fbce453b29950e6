import { expect, test } from 'vitest'
import { CookieJar, joinedCookies } from '#src/features/api-call/cookie-jar.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const at = (jar: CookieJar, url: string, when = now) => joinedCookies('', jar.for(url, when))

test('sends cookies to the host that has set them, and to no other, whatever domain it names', () => {
  const jar = new CookieJar()
  jar.take('http://shop.test/a/b', ['sid=1; Domain=test; HttpOnly', 'p=2; Path=/', 'own=3'], now)
  expect(at(jar, 'http://shop.test/a/c')).toBe('sid=1; own=3; p=2')
  expect(at(jar, 'http://shop.test/')).toBe('p=2')
  expect(at(jar, 'http://shop.test/ab')).toBe('p=2')
  expect(at(jar, 'http://other.test/a/b')).toBe('')
  expect(at(jar, 'http://sub.shop.test/a/b')).toBe('')
})

test('forgets what has expired or is taken back, and keeps secure cookies off plain connections', () => {
  const jar = new CookieJar()
  jar.take(
    'https://shop.test/',
    ['a=1; Max-Age=10', 'b=2; Expires=Wed, 31 Dec 2025 00:00:00 GMT', 's=3; Secure', 'c=4'],
    now,
  )
  expect(at(jar, 'https://shop.test/')).toBe('a=1; s=3; c=4')
  expect(at(jar, 'https://shop.test/', now + 11_000)).toBe('s=3; c=4')
  expect(at(jar, 'http://shop.test/')).toBe('a=1; c=4')
  jar.take('https://shop.test/', ['c=; Max-Age=0', 's=5; Secure'], now)
  expect(at(jar, 'https://shop.test/')).toBe('a=1; s=5')
  jar.take('http://shop.test/', ['t=6; Secure'], now)
  expect(jar.list(now)).toEqual([{ host: 'shop.test', names: ['a', 's'] }])
})

test('takes no cookie that would begin another header, and no more than its limits', () => {
  const jar = new CookieJar()
  jar.take('http://shop.test/', ['a=1\r\nX: 2', 'b c=1', '=1', 'long=' + 'x'.repeat(5_000), 'ok=1'], now)
  expect(at(jar, 'http://shop.test/')).toBe('ok=1')
  jar.take(
    'http://shop.test/',
    Array.from({ length: 500 }, (_, index) => `c${index}=1`),
    now,
  )
  expect(jar.for('http://shop.test/', now)).toHaveLength(50)
  for (let host = 0; host < 100; host += 1) jar.take(`http://h${host}.test/`, ['a=1'], now)
  expect(jar.list(now)).toHaveLength(20)
})

test('a request’s own cookies take precedence', () => {
  expect(
    joinedCookies('a=mine; b=2', [
      { name: 'a', value: 'other' },
      { name: 'c', value: '3' },
    ]),
  ).toBe('a=mine; b=2; c=3')
})
