import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import type { Values } from '#web/features/admin/forms/fields.ts'
import { createSettingForm } from '#web/features/admin/forms/setting-form.ts'
import { unsavedSectionsAtom } from '#web/features/admin/forms/unsaved.ts'
import { listUnsaved } from '#web/lib/unsaved.ts'

const refusal = new ApiError({ error_code: 10101, error_name: 'siteUrlBad', error_message: 'No.', request_id: '1' })

/** A form over the values that the server holds in `stored`, loaded once. */
async function newForm() {
  const stored: Record<string, string> = { site_url: '', days: '180', key: '********' }
  const save = vi.fn(async (changes: Values): Promise<void> => {
    Object.assign(stored, changes)
  })
  const form = createSettingForm({
    id: 'test',
    section: 'settings',
    fields: [
      { name: 'site_url', kind: 'text' },
      { name: 'days', kind: 'number', min: 1, max: 180 },
      { name: 'key', kind: 'secret' },
    ],
    load: async () => ({ ...stored }),
    save,
    fieldOf: { siteUrlBad: 'site_url' },
  })
  const store = createStore()
  store.sub(form.storedAtom, () => undefined)
  await vi.waitFor(() => expect(store.get(form.storedAtom)).toHaveProperty('value'))
  return { form, store, save }
}

beforeEach(() => void vi.stubGlobal('document', { title: 'Settings' }))

test('saves only what changed and has no unsaved changes afterwards', async () => {
  const { form, store, save } = await newForm()
  store.set(form.changeAtom, 'days', '30')
  store.set(form.changeAtom, 'key', 'hush')
  expect(store.get(unsavedSectionsAtom)).toEqual(new Set(['settings']))
  expect(listUnsaved()).toEqual([{ title: 'Settings', text: 'days: 30' }])
  expect(await store.set(form.saveAtom)).toBe(true)
  expect(save.mock.calls[0]?.[0]).toEqual({ days: '30', key: 'hush' })
  expect(store.get(form.typedAtom)).toEqual({})
  expect(store.get(form.valuesAtom)).toMatchObject({ days: '30' })
  expect(store.get(unsavedSectionsAtom).size).toBe(0)
  expect(listUnsaved()).toEqual([])
})

test('keeps edits made during a save, including those that return to the former value', async () => {
  const { form, store, save } = await newForm()
  store.set(form.changeAtom, 'days', '30')
  store.set(form.changeAtom, 'key', 'hush')
  const answer = Promise.withResolvers<void>()
  save.mockImplementationOnce(async (changes) => {
    await answer.promise
    await save(changes)
  })
  const saved = store.set(form.saveAtom)
  store.set(form.changeAtom, 'days', '180')
  store.set(form.changeAtom, 'site_url', 'https://docs.example')
  answer.resolve()
  expect(await saved).toBe(true)
  expect(store.get(form.typedAtom)).toEqual({ days: '180', site_url: 'https://docs.example' })
  expect(store.get(form.valuesAtom)).toMatchObject({ key: 'hush' })
  expect(store.get(unsavedSectionsAtom)).toEqual(new Set(['settings']))
  store.set(form.discardAtom)
  expect(store.get(form.valuesAtom)).toMatchObject({ days: '30', site_url: '' })
})

test('does not send an invalid value', async () => {
  const { form, store, save } = await newForm()
  store.set(form.changeAtom, 'days', '900')
  expect(await store.set(form.saveAtom)).toBe(false)
  expect(save).not.toHaveBeenCalled()
  expect(store.get(form.problemAtom)).toEqual({ name: 'days', problem: 'range' })
  store.set(form.changeAtom, 'days', '90')
  expect(store.get(form.problemAtom)).toBeUndefined()
  store.set(form.discardAtom)
})

test('assigns a server error to its field and keeps the edits', async () => {
  const { form, store, save } = await newForm()
  save.mockRejectedValueOnce(refusal)
  store.set(form.changeAtom, 'site_url', 'x')
  expect(await store.set(form.saveAtom)).toBe(false)
  expect(store.get(form.problemAtom)).toMatchObject({ name: 'site_url', why: { text: 'No.' } })
  expect(store.get(form.typedAtom)).toEqual({ site_url: 'x' })
  store.set(form.discardAtom)
  expect(store.get(form.valuesAtom)).toMatchObject({ site_url: '' })
})
