import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#shared/contract/client.ts'
import { fetchLock, releaseLock, takeLock, wantsLock } from '#web/features/editor/session/index.ts'

const calls = vi.hoisted(() => ({ setLock: vi.fn(), isLock: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { page: calls },
}))

const refused = (error_name: 'pageLocked' | 'offline') =>
  new ApiError({ error_code: 10101, error_name, error_message: '', request_id: '' })

/** The requests to the server, in order. */
const asked = () => calls.setLock.mock.calls.map(([{ lock_to }]) => (lock_to === undefined ? 'take' : 'release'))

/** A response that the test resolves. */
function held() {
  const answer = Promise.withResolvers<object>()
  calls.setLock.mockReturnValueOnce(answer.promise)
  return answer
}

// each test has a page of its own: lock state outlives the screen
let page_id = 0
const place = () => ({ page_id, item_id: 1 })

beforeEach(() => {
  vi.resetAllMocks()
  page_id += 1
  calls.setLock.mockResolvedValue({})
  calls.isLock.mockResolvedValue({ lock: 0 })
})

describe('page lock', () => {
  test('is released once more when it is taken after its release', async () => {
    const answer = held()
    const taken = takeLock(place())
    void releaseLock(place())
    expect(asked()).toEqual(['take', 'release'])
    answer.resolve({})
    await taken
    expect(asked()).toEqual(['take', 'release', 'release'])
    expect(wantsLock(page_id)).toBe(false)
  })

  test('is released once more when the response to taking it is lost', async () => {
    const answer = held()
    const taken = takeLock(place())
    void releaseLock(place())
    answer.reject(refused('offline'))
    await expect(taken).rejects.toThrow()
    expect(asked()).toEqual(['take', 'release', 'release'])
  })

  test('of another user is left alone', async () => {
    const answer = held()
    const taken = takeLock(place())
    answer.reject(refused('pageLocked'))
    await expect(taken).rejects.toThrow()
    expect(asked()).toEqual(['take'])
    expect(wantsLock(page_id)).toBe(false)
  })

  test('is checked after the former requests complete, even with an error', async () => {
    const [taking, releasing] = [held(), held()]
    const taken = takeLock(place())
    const released = releaseLock(place())
    const looked = fetchLock(place())
    taking.resolve({})
    await taken
    await Promise.resolve()
    expect(calls.isLock).not.toHaveBeenCalled()
    releasing.reject(refused('offline'))
    await expect(released).rejects.toThrow()
    await looked
    expect(calls.isLock).toHaveBeenCalledWith(place(), { isBackground: true })
  })
})
