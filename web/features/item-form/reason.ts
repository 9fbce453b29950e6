import i18next from 'i18next'
import { isRefusal } from '#web/lib/api.ts'
import { type Said, said, saidOf } from '#web/lib/said.ts'

/** Why an item could not be read or saved, to somebody who is signed in: for them a private one and none are alike. */
export const reasonOf = (error: unknown): Said =>
  isRefusal(error, 'itemPasswordNeeded') ? said(() => i18next.t('item-form:problem.gone')) : saidOf(error)
