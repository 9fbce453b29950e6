import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'

test('shows the reference to anyone, in the requested language', async () => {
  const { visitor } = await createTestApp()
  const english = await visitor.help.api({ lang: 'en' })
  expect(english.markdown).toContain('### page/save')
  expect(english.markdown).toContain(english.example_site)
  expect((await visitor.help.api({ lang: 'zh' })).markdown).toContain('## 调用方式')
  expect(await visitor.help.api()).toEqual(english)
})

test('rejects an unknown language', async () => {
  const { call } = await createTestApp()
  const { json } = await call('help/api', { lang: 'fr' })
  expect(json).toMatchObject({ error_name: 'badParameter', error_message: expect.stringContaining('“Language”') })
})
