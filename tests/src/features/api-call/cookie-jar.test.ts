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
  expect(jar.list(now)).toMatchObject([{ host: 'shop.test', cookies: [{ name: 'a' }, { name: 's' }] }])
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

test('is stored as text without what has expired, and takes over what happened in the meantime', () => {
  const jar = new CookieJar()
  jar.take('http://shop.test/', ['sid=1; HttpOnly', 'old=2; Max-Age=5', 'gone=3'], now)
  const text = jar.toText(now)
  const opened = CookieJar.fromText(text, now + 6_000)
  expect(opened.isChanged).toBe(false)
  expect(at(opened, 'http://shop.test/', now + 6_000)).toBe('sid=1; gone=3')
  // without an end of its own it lasts for 30 days
  expect(at(CookieJar.fromText(text, now + 31 * 86_400_000), 'http://shop.test/', now + 31 * 86_400_000)).toBe('')
  opened.take('http://shop.test/', ['gone=; Max-Age=0', 'new=4'], now + 6_000)
  const newest = CookieJar.fromText(text, now + 6_000)
  newest.take('http://other.test/', ['theirs=5'], now + 6_000)
  opened.repeatIn(newest)
  expect(at(newest, 'http://shop.test/', now + 6_000)).toBe('sid=1; new=4')
  expect(at(newest, 'http://other.test/', now + 6_000)).toBe('theirs=5')
  newest.remove('shop.test', 'sid')
  expect(at(newest, 'http://shop.test/', now + 6_000)).toBe('new=4')
  newest.remove('shop.test')
  expect(newest.list(now)).toMatchObject([{ host: 'other.test' }])
})

test('keeps the newest when there is too much of it', () => {
  const jar = new CookieJar()
  for (let host = 0; host < 10; host += 1)
    jar.take(
      `http://h${host}.test/`,
      Array.from({ length: 50 }, (_, index) => `c${index}=${'x'.repeat(1_000)}`),
      now,
    )
  const text = jar.toText(now)
  expect(text.length).toBeLessThan(200_000)
  expect(
    CookieJar.fromText(text, now)
      .list(now)
      .map(({ host }) => host),
  ).toEqual(['h7.test', 'h8.test', 'h9.test'])
})

test('a request’s own cookies take precedence', () => {
  expect(
    joinedCookies('a=mine; b=2', [
      { name: 'a', value: 'other' },
      { name: 'c', value: '3' },
    ]),
  ).toBe('a=mine; b=2; c=3')
})
