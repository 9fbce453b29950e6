import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { ExampleChangedError, NotApiPageError, saveExampleAtom } from '#web/features/api-docs/try-it/atoms.ts'

const page = vi.hoisted(() => ({ info: vi.fn(), save: vi.fn() }))
vi.mock('#web/lib/api.ts', () => ({
  api: { page },
  isApiError: (error: unknown, name: string) => error instanceof ApiError && error.errorName === name,
  onNotLoggedIn: () => () => undefined,
}))

const changed = () => new ApiError({ error_code: 10101, error_name: 'pageChanged', error_message: '', request_id: '' })
const at = { item_id: '1', page_id: '2', kind: 'success' as const, example: '{"new":1}', seen: '' }
const text = (remark: string, responseExample = '') =>
  JSON.stringify({ info: { url: '/x', remark }, response: { responseExample } })
const save = (more: object = {}) => createStore().set(saveExampleAtom, { ...at, ...more })

/** The server, with its content before each of my saves. */
function holds(...texts: string[]) {
  let version = 0
  page.info.mockImplementation(async () => ({
    page_title: 'T',
    page_content: texts[Math.min(version, texts.length - 1)],
    page_version: String(version),
  }))
  page.save.mockImplementation(async ({ base_version }) => {
    if (version < texts.length - 1) version++
    if (base_version !== String(version)) throw changed()
  })
}

beforeEach(() => void vi.clearAllMocks())

test('adds the example to a text that was saved at the same moment, without losing it', async () => {
  holds(text('first'), text('second'), text('third'))
  await save()
  expect(page.save).toHaveBeenLastCalledWith(
    expect.objectContaining({ page_content: text('third', '{"new":1}'), base_version: '2' }),
  )
})

test('reports a conflict after being overtaken repeatedly', async () => {
  holds(...Array.from({ length: 9 }, (_, nth) => text(`${nth}`)))
  await expect(save()).rejects.toMatchObject({ errorName: 'pageChanged' })
})

test('reports another example saved there before replacing it', async () => {
  holds(text('r', '{"theirs":1}'))
  const refused = await save().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ExampleChangedError)
  expect(refused).toMatchObject({ example: '{"theirs":1}' })
  expect(page.save).not.toHaveBeenCalled()
  await save({ seen: '{"theirs":1}' })
  expect(page.save).toHaveBeenCalledOnce()
})

test('leaves a page alone that is no longer an API page', async () => {
  holds('# Text')
  await expect(save()).rejects.toBeInstanceOf(NotApiPageError)
})
