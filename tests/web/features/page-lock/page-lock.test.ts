import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { fetchLock, releaseLock, takeLock, wantsLock } from '#web/features/page-lock/index.tsx'

const calls = vi.hoisted(() => ({ setLock: vi.fn(), isLock: vi.fn() }))
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { page: calls },
}))

const refused = (error_name: 'pageLocked' | 'offline') =>
  new ApiError({ error_code: 10101, error_name, error_message: '', request_id: '' })

/** What the server was asked to do, in turn. */
const asked = () => calls.setLock.mock.calls.map(([{ lock_to }]) => (lock_to === undefined ? 'take' : 'release'))

/** An answer that comes when the test says so. */
function held() {
  const answer = Promise.withResolvers<object>()
  calls.setLock.mockReturnValueOnce(answer.promise)
  return answer
}

// each test a page of its own: what is known of a lock outlives the screen
let page_id = 0
const place = () => ({ page_id, item_id: 1 })

beforeEach(() => {
  vi.resetAllMocks()
  page_id += 1
  calls.setLock.mockResolvedValue({})
  calls.isLock.mockResolvedValue({ lock: 0 })
})

describe('the lock of a page', () => {
  test('released before it was known to be taken is released once more when it is', async () => {
    const answer = held()
    const taken = takeLock(place())
    void releaseLock(place())
    expect(asked()).toEqual(['take', 'release'])
    answer.resolve({})
    await taken
    expect(asked()).toEqual(['take', 'release', 'release'])
    expect(wantsLock(page_id)).toBe(false)
  })

  test('is released once more, too, when the answer to taking it never came', async () => {
    const answer = held()
    const taken = takeLock(place())
    void releaseLock(place())
    answer.reject(refused('offline'))
    await expect(taken).rejects.toThrow()
    expect(asked()).toEqual(['take', 'release', 'release'])
  })

  test('of somebody else is left alone', async () => {
    const answer = held()
    const taken = takeLock(place())
    answer.reject(refused('pageLocked'))
    await expect(taken).rejects.toThrow()
    expect(asked()).toEqual(['take'])
    expect(wantsLock(page_id)).toBe(false)
  })

  test('is looked at when what was asked before is answered, also if that failed', async () => {
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
