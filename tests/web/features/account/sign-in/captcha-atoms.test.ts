import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { captchaFieldsAtom, captchaInputAtom, newCaptchaAtom } from '#web/features/account/sign-in/captcha-atoms.ts'

const createCaptcha = vi.hoisted(() => vi.fn())
vi.mock('#web/lib/api.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api.ts')>()),
  api: { common: { createCaptcha } },
}))

test('ignores the image and the error of a CAPTCHA request that a newer one has replaced', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const store = createStore()
  for (const settle of ['resolve', 'reject'] as const) {
    const late = Promise.withResolvers<object>()
    createCaptcha.mockReturnValueOnce(late.promise).mockResolvedValueOnce({ captcha_id: 'second' })
    const first = store.set(newCaptchaAtom)
    await store.set(newCaptchaAtom)
    store.set(captchaInputAtom, 'ABCDE')
    if (settle === 'resolve') late.resolve({ captcha_id: 'first' })
    else late.reject(new Error('no answer'))
    await first
    expect(store.get(captchaFieldsAtom)).toEqual({ captcha: 'ABCDE', captcha_id: 'second' })
  }
})
