import { describe, expect, test } from 'vitest'
import { agentName } from '#web/features/account/sign-in/agent-name.ts'
import { showsCaptcha } from '#web/features/account/sign-in/captcha.ts'
import { getErrorField } from '#web/features/account/sign-in/form-error.ts'
import { firstProblem, newAccountProblems, passwordProblem } from '#web/features/account/sign-in/new-account.ts'

describe('CAPTCHA code', () => {
  test.each([
    ['always', 0, false, true],
    ['off', 9, true, false],
    ['failures', 0, false, false],
    ['failures', 1, false, false],
    ['failures', 2, false, false],
    ['failures', 3, false, true],
    ['failures', 0, true, true],
  ] as const)('mode %s, %i failures, requested %s: shown %s', (mode, failures, asked, shown) => {
    expect(showsCaptcha(mode, failures, asked)).toBe(shown)
  })
})

describe('new account', () => {
  const good = { username: 'ann-lee_2', password: 'long enough', confirm_password: 'long enough' }

  test('accepts valid fields', () => {
    expect(newAccountProblems(good)).toEqual({})
    expect(newAccountProblems({ ...good, username: '王小明' })).toEqual({})
    expect(firstProblem(good)).toBeUndefined()
  })

  test.each(['a', '', 'x'.repeat(31), 'ann lee', 'ann@example.com', 'ann.lee'])('rejects the name %j', (username) => {
    expect(newAccountProblems({ ...good, username })).toEqual({ username: 'usernameBad' })
  })

  test.each([
    ['1234567', 'passwordTooShort'],
    ['密码密码密码密码', undefined],
    ['x'.repeat(129), 'passwordTooLong'],
    ['Ann-Lee_2', 'passwordIsName'],
  ])('password %j: %s', (password, problem) => {
    expect(passwordProblem(password, 'ann-lee_2')).toBe(problem)
  })

  test('reports the first invalid field in form order', () => {
    expect(firstProblem({ username: 'ann', password: 'short', confirm_password: 'other' })).toEqual({
      name: 'password',
      problem: 'passwordTooShort',
    })
    expect(firstProblem({ ...good, confirm_password: 'long enougH' })).toEqual({
      name: 'confirm_password',
      problem: 'passwordsDiffer',
    })
  })
})

test('an error names the field it belongs to, if any', () => {
  expect(getErrorField('loginWrong')).toBe('password')
  expect(getErrorField('captchaNeeded')).toBe('captcha')
  expect(getErrorField('setupCodeWrong')).toBe('setup_code')
  expect(getErrorField('tooManyTries')).toBeUndefined()
  expect(getErrorField('offline')).toBeUndefined()
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari · macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome · iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox · Linux'],
  ['curl/8.5.0', 'curl'],
  ['', '?'],
])('the browser of %j is %s', (agent, name) => {
  expect(agentName(agent)).toBe(name)
})
