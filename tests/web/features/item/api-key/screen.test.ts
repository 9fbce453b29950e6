import { expect, test } from 'vitest'
import { addItem } from '#tests/support/content.ts'
import { openBrowser } from '#tests/web/support/browser.ts'
import { expectHidden, expectVisible, openAs } from '#tests/web/support/screen.tsx'

const browser = openBrowser()

test('shows the commands for code and databases with the token masked, and the scripts of each shell', async () => {
  const owner = browser.app.as('owner')
  const item_id = await addItem(owner, { item_name: 'Orders' })
  const page = openAs(browser, 'owner', `/item/setting/${item_id}?tab=openApi`)
  const section = page.getByRole('region', { name: 'From code and databases' })
  await expectVisible(section.getByText('sh docstead-comments.sh ./src', { exact: false }))
  const { api_key, api_token } = await owner.item.getKey({ item_id })
  const shown = await section.textContent()
  expect(shown).toContain(api_key)
  expect(shown).not.toContain(api_token)
  const script = section.getByRole('link', { name: 'docstead-dictionary.sh' })
  expect(await script.getAttribute('href')).toBe(`/tools/docstead-dictionary.sh?item_id=${item_id}`)
  await section.getByRole('tab', { name: 'Windows' }).click()
  await expectVisible(section.getByRole('link', { name: 'docstead-comments.ps1' }))
  await section.getByRole('tab', { name: 'docstead' }).click()
  await expectVisible(section.getByText('docstead comments ./src', { exact: false }))
  await expectHidden(section.getByRole('link'))
})
