import type { User } from '#src/access/caller.ts'
import { hasPermission, type ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { findItemOfPage } from '#src/access/queries.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { type Db, transact } from '#src/db/database.ts'
import { findReaderSettings } from '#src/features/item/index.ts'
import { countVotes, findVote, removeVote, upsertVote, type Voter } from './queries.ts'

const perMinute = 30

// A visitor without an account can invent any number of browsers: this limits votes per network and page in a day.
const guestsPerDay = 100
const dayMs = 86_400_000

/** Requires that the item asks readers for feedback. @throws {AppError} feedbackOff */
async function requireFeedback(db: Db, item: ItemAccess): Promise<void> {
  const { allow_feedback } = await findReaderSettings(db, item.item_id)
  if (!allow_feedback) fail('feedbackOff')
}

/** Returns the voter. The browser of a person with an account does not matter. */
export const toVoter = (user: User | undefined, page_id: number, client_id: string): Voter =>
  user ? { page_id, uid: user.uid, client_id: '' } : { page_id, uid: 0, client_id }

/**
 * Returns the caller's vote on a page, and for its editors how many found it helpful.
 *
 * @throws {AppError} feedbackOff
 */
export async function getFeedback(app: App, item: ItemAccess, voter: Voter) {
  await requireFeedback(app.db, item)
  const isKnown = voter.uid !== 0 || voter.client_id !== ''
  return {
    my_feedback: isKnown ? await findVote(app.db, voter) : 0,
    ...(hasPermission(item, 'edit') && (await countVotes(app.db, voter.page_id))),
  }
}

/**
 * Records that a page was helpful (1) or not (2), or removes the vote (0).
 *
 * @param ip the address by which votes of visitors without an account are counted
 * @throws {AppError} badParameter for a visitor without an account and without a `client_id`; tooManyRequests,
 *   itemArchived, feedbackOff, pageGone
 */
export async function giveFeedback(
  app: App,
  item: ItemAccess,
  voter: Voter,
  { feedback_type, ip }: { feedback_type: number; ip: string },
): Promise<void> {
  const { page_id, uid } = voter
  const isGuest = uid === 0
  if (isGuest && voter.client_id === '') fail('badParameter', { field: 'client_id' })
  const network = networkOf(ip)
  if (!app.limiter.take(`vote:${isGuest ? network : uid}`, perMinute, 60_000)) fail('tooManyRequests')
  if (isGuest && !app.limiter.take(`guestVote:${page_id} ${network}`, guestsPerDay, dayMs)) fail('tooManyRequests')
  await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    await requireFeedback(tx, item)
    const found = await findItemOfPage(tx, { page_id })
    if (found?.item.item_id !== item.item_id) fail('pageGone')
    if (feedback_type === 0) await removeVote(tx, voter)
    else await upsertVote(tx, { ...voter, item_id: item.item_id, feedback_type, addtime: nowSeconds(app) })
  })
}
