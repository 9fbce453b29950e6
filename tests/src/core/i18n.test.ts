import { expect, test } from 'vitest'
import { errorCodes } from '#shared/contract/errors.ts'
import en from '#shared/locales/en.json' with { type: 'json' }
import zh from '#shared/locales/zh.json' with { type: 'json' }

const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()

test('each expected error has a message in both languages, and no message is unused', () => {
  const names = Object.keys(errorCodes).toSorted()
  expect(Object.keys(en.errors).toSorted()).toEqual(names)
  expect(Object.keys(zh.errors).toSorted()).toEqual(names)
})

test('the command line has the same messages in both languages', () => {
  expect(Object.keys(zh.cli).toSorted()).toEqual(Object.keys(en.cli).toSorted())
})

test('a message names the same values in both languages', () => {
  for (const part of ['errors', 'cli'] as const) {
    const chinese = new Map(Object.entries(zh[part]))
    for (const [name, text] of Object.entries(en[part])) {
      expect([name, placesOf(chinese.get(name) ?? '')]).toEqual([name, placesOf(text)])
    }
  }
})
