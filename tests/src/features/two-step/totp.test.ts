import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from '#src/features/two-step/recovery-codes.ts'
import { fromBase32, newTotpKey, stepOfCode, toBase32, totpCode, totpUri } from '#src/features/two-step/totp.ts'

const key = Buffer.from('12345678901234567890')
const base32 = toBase32(key)

test('makes the codes of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => totpCode(key, counter))
  expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '))
})

test('makes the codes of RFC 6238, appendix B, in their last six digits', () => {
  const times = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
  const codes = times.map((time) => totpCode(key, Math.floor(time / 30)))
  expect(codes).toEqual('287082 081804 050471 005924 279037 353130'.split(' '))
})

test('writes and reads base32 as RFC 4648 does, without padding', () => {
  for (const [plain, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    expect(toBase32(Buffer.from(plain))).toBe(text)
    expect(fromBase32(text).toString()).toBe(plain)
  }
  const random = newTotpKey()
  expect(random).toMatch(/^[A-Z2-7]{32}$/)
  expect(toBase32(fromBase32(random))).toBe(random)
})

test('accepts the code of one step before and after, each step once', () => {
  const now = 1_234_567_890
  const step = Math.floor(now / 30)
  const accepted = (of: number, lastStep = 0) => stepOfCode(base32, totpCode(key, of), now, lastStep)
  expect([-2, -1, 0, 1, 2].map((away) => accepted(step + away))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect(accepted(step, step - 1)).toBe(step)
  expect(accepted(step, step)).toBeUndefined()
  expect(accepted(step - 1, step)).toBeUndefined()
  for (const wrong of ['', '00592', '0059244', ' 005924', '00592x', '٠٠٥٩٢٤']) {
    expect(stepOfCode(base32, wrong, now, 0)).toBeUndefined()
  }
})

test('names site and user in the address for apps, whatever they contain', () => {
  expect(totpUri('ABC', { issuer: '文档: a&b', username: 'ann@x.org' })).toBe(
    'otpauth://totp/%E6%96%87%E6%A1%A3%20%20a%26b:ann%40x.org?secret=ABC&issuer=%E6%96%87%E6%A1%A3%20%20a%26b&algorithm=SHA1&digits=6&period=30',
  )
})

test('makes ten different recovery codes, and reads them however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  const [code = ''] = codes
  expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  const hash = recoveryCodeHash(code)
  expect(hash).toHaveLength(32)
  expect(recoveryCodeHash(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(hash)
  for (const wrong of ['', '123456', code.slice(1), `${code}a`, code.replace(/^./, '1')])
    expect(recoveryCodeHash(wrong)).toBeUndefined()
})
