import { expect, test } from 'vitest'
import { codeOfAddress, stepOfRefusal } from '#web/features/setup/setup-form.ts'

const refused = (box: 'setup_code' | 'username' | undefined) => ({ message: '', box, errorName: undefined })

test('a refusal leads back to the step that holds its field', () => {
  expect(stepOfRefusal(refused('setup_code'), 'site')).toBe('start')
  expect(stepOfRefusal(refused('username'), 'site')).toBe('administrator')
  expect(stepOfRefusal(refused(undefined), 'site')).toBe('site')
})

test.each([
  ['?code=ABCD-EFGH-JKLM', 'ABCD-EFGH-JKLM'],
  ['?code=%20ABCD%20', 'ABCD'],
  ['', ''],
])('the setup code of %j is %j', (search, code) => {
  expect(codeOfAddress(search)).toBe(code)
})
