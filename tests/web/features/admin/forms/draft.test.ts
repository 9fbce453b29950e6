import { expect, test } from 'vitest'
import { passwordMask } from '#shared/contract/item.ts'
import { flatten, losesSecret, mergeEdits, nested, toLines } from '#web/features/admin/forms/draft.ts'
import type { FieldSpec } from '#web/features/admin/forms/fields.ts'
import { passwordMask as shownMask } from '#web/features/admin/forms/mask.ts'

test('uses the mask that the server recognizes as an unchanged secret', () => {
  expect(shownMask).toBe(passwordMask)
})

test('drops an edit that returns to the stored value', () => {
  const stored = { port: '389', host: '' }
  const once = mergeEdits({}, stored, 'port', '636')
  expect(once).toEqual({ port: '636' })
  expect(mergeEdits(once, stored, 'port', '389')).toEqual({})
  expect(mergeEdits(once, stored, 'host', '')).toEqual({ port: '636' })
})

test('a secret is lost when its target changes and it is not entered again', () => {
  const spec: FieldSpec = { name: 'key', kind: 'secret', sentTo: ['host'] }
  const stored = { key: passwordMask, host: 'a' }
  expect(losesSecret(spec, stored, { host: 'b' })).toBe(true)
  expect(losesSecret(spec, stored, { host: 'b', key: 'new' })).toBe(false)
  expect(losesSecret(spec, stored, { name: 'x' })).toBe(false)
  expect(losesSecret(spec, { key: '', host: 'a' }, { host: 'b' })).toBe(false)
})

test('flattens a nested form and nests it again', () => {
  const flat = flatten({ key: 'k', bucket: 'b' }, 'oss_setting')
  expect(flat).toEqual({ 'oss_setting.key': 'k', 'oss_setting.bucket': 'b' })
  expect(nested({ ...flat, site_name: 'x' }, 'oss_setting')).toEqual({ key: 'k', bucket: 'b' })
})

test('reports unsaved changes without the secrets', () => {
  expect(toLines({ host: 'a', key: 'hush' }, new Set(['key']))).toBe('host: a')
})
