import { AppError } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import {
  countUsedStores,
  parseStorageForm,
  readWish,
  StorageProblem,
  type StoreSettings,
  tryStorage,
} from '#src/features/storage/index.ts'
import type { HealthContext } from './context.ts'
import { fine, type Outcome } from './finding.ts'

const bad = ({ errorName, values }: AppError): Outcome => ({
  status: 'error',
  text: 'storageBad',
  values: { problem: { en: errorText('en', errorName, values), zh: errorText('zh', errorName, values) } },
  advice: 'storage',
})

async function tryOne(at: HealthContext, settings: StoreSettings): Promise<Outcome> {
  try {
    await tryStorage(at, settings)
    return fine('storageOk', { name: `s3://${settings.bucket}` })
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error
    return bad(error.reason)
  }
}

/**
 * Checks every bucket that has files or gets new ones: writes, reads and removes a small file. Left out when all files
 * are in the uploads folder.
 */
export async function checkBuckets(at: HealthContext & { db: Db }): Promise<Outcome[] | undefined> {
  const wish = await readWish(at)
  const used = await countUsedStores(at.db)
  const current = wish.isOpen ? used.find(({ is_current }) => is_current === 1) : undefined
  const found: Outcome[] = []
  if (wish.isOpen && !current) {
    try {
      found.push(await tryOne(at, await parseStorageForm(wish.form, at.config.outbound_allow)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      found.push(bad(error))
    }
  }
  for (const { store_id, settings, files } of used)
    if (files > 0 || store_id === current?.store_id) found.push(await tryOne(at, JSON.parse(settings) as StoreSettings))
  return found.length === 0 ? undefined : found
}
