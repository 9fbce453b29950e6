import { expect, test } from 'vitest'
import { parseSetupCode, stepWithError } from '#web/app/setup/setup-form.ts'

const refused = (field: 'setup_code' | 'username' | undefined) => ({ message: '', field, errorName: undefined })

test('an error returns to the step that holds its field', () => {
  expect(stepWithError(refused('setup_code'), 'site')).toBe('start')
  expect(stepWithError(refused('username'), 'site')).toBe('administrator')
  expect(stepWithError(refused(undefined), 'site')).toBe('site')
})

test.each([
  ['?code=ABCD-EFGH-JKLM', 'ABCD-EFGH-JKLM'],
  ['?code=%20ABCD%20', 'ABCD'],
  ['', ''],
])('the setup code of %j is %j', (search, code) => {
  expect(parseSetupCode(search)).toBe(code)
})
