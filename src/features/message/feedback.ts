import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { findFileSigns, listFilesBySign } from '#src/features/attachment/index.ts'
import { feedbackObject, insertContent, insertReminder, listAdministrators } from './queries.ts'

// A person has one thought at a time.
const perHour = 10

/** A person's feedback on the site. */
interface Feedback {
  content: string
  /** How to reach them. */
  contact?: string | undefined
  /** The address of an image that they uploaded, as the upload returned it. */
  picture?: string | undefined
}

async function requireOwnImage(app: App, user: User, image: string): Promise<string> {
  const [sign = ''] = findFileSigns(image)
  const [file] = await listFilesBySign(app.db, [sign])
  if (file?.uid !== user.uid) fail('fileGone')
  return `/api/attachment/visitFile?sign=${sign}`
}

/**
 * Sends feedback to all administrators as a reminder. The message holds the text, and after an empty line the contact
 * and the address of the image, each on its own line.
 *
 * @throws {AppError} feedbackEmpty, fileGone for an image that is not theirs, tooManyRequests
 */
export async function sendFeedback(
  app: App,
  user: User,
  { content, contact, picture: imageFile }: Feedback,
): Promise<void> {
  const text = content.trim()
  if (text === '') fail('feedbackEmpty')
  const address = imageFile ? await requireOwnImage(app, user, imageFile) : undefined
  if (!app.limiter.take(`feedback:${user.uid}`, perHour, 3_600_000)) fail('tooManyRequests')
  const more = [contact?.trim(), address].filter(Boolean)
  const now = nowSeconds(app)
  await transact(app.db, async (tx) => {
    const message_content_id = await insertContent(tx, {
      from_uid: user.uid,
      from_name: user.username,
      message_type: 'remind',
      message_content: [text, ...(more.length > 0 ? ['', ...more] : [])].join('\n'),
      action_type: 'create',
      object_type: feedbackObject,
      addtime: now,
    })
    for (const to_uid of await listAdministrators(tx))
      await insertReminder(tx, { from_uid: user.uid, to_uid, message_content_id, addtime: now })
  })
}
