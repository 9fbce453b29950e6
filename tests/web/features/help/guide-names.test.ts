import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingForms } from '#shared/settings.ts'

// The chapters that lead through screens of the console: what stands in bold there is a name on the screen.
const chapters = ['directory', 'mail', 'saml', 'single-sign-on', 'storage']
const languages = ['en', 'zh'] as const

const guide = (lang: string, chapter: string): string =>
  readFileSync(`web/features/help/guide/${lang}/${chapter}.md`, 'utf8').replaceAll(/```.*?```/gs, '')

/** Returns all texts of a file of the interface. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn)

const interfaceTexts = (lang: string): Set<string> =>
  new Set(globSync(`web/locales/${lang}/*.json`).flatMap((file) => textsIn(JSON.parse(readFileSync(file, 'utf8')))))

test.each(languages)('what the guide names in bold is on the screen: %s', (lang) => {
  const known = interfaceTexts(lang)
  for (const chapter of chapters) {
    const names = [...guide(lang, chapter).matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, name = '']) => name.split(' → '))
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(names.length, chapter).toBeGreaterThan(1)
  }
})

test.each(languages)('the fields of the directory have the names and the order of its form: %s', (lang) => {
  const { label } = JSON.parse(readFileSync(`web/locales/${lang}/admin.json`, 'utf8')).ldap as {
    label: Record<string, string>
  }
  const onScreen = Object.keys(settingForms.ldap_form).map((field) => label[field])
  const [table = ''] = /^\| \| OpenLDAP [^]*?\n\n/m.exec(guide(lang, 'directory')) ?? []
  const rows = table
    .split('\n')
    .slice(2)
    .flatMap((row) => row.split('|')[1]?.trim() || [])
  expect(rows.length).toBeGreaterThan(10)
  expect(rows).toEqual(onScreen.filter((name) => name !== undefined && rows.includes(name)))
})
