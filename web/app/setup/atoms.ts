import { atom } from 'jotai'
import { trimName } from '#shared/contract/name.ts'
import { signedInAtom } from '#web/features/account/session/index.tsx'
import { beginGettingStarted } from '#web/features/item/list/index.tsx'
import { api } from '#web/lib/api.ts'
import type { SetupForm } from './setup-form.ts'

/** Checks the setup code from the server's log. @throws {ApiError} setupCodeWrong, tooManyTries, setupDone */
export const checkCodeAtom = atom(null, (_get, _set, setup_code: string) =>
  api.setup.check({ setup_code: setup_code.trim() }),
)

/** Creates the administrator, names the site and signs in. */
export const setUpAtom = atom(null, async (_get, set, form: SetupForm) => {
  const { site_name, ...rest } = form
  await api.setup.create({
    ...rest,
    setup_code: form.setup_code.trim(),
    username: form.username.trim(),
    ...(trimName(site_name) && { site_name }),
  })
  beginGettingStarted()
  await set(signedInAtom)
})
