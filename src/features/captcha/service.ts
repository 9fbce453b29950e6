import { randomBytes } from 'node:crypto'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { FileAnswer } from '#src/core/file-answer.ts'
import { networkOf } from '#src/core/limiter.ts'
import type { Lang } from '#src/core/messages.ts'
import { drawCaptcha, newCaptchaLetters } from './captcha-image.ts'
import { newCaptchaQuestion } from './captcha-question.ts'
import { findCaptcha, insertCaptcha, takeCaptcha, updateCaptcha } from './queries.ts'

// Source: security 3, Captcha, limits.
const lifeSeconds = 300
const newPerMinute = 30
// Each drawing is another and takes 5 ms: many of one captcha could be laid over each other, and would hold up others.
const picturesMost = 10
const lettersPattern = /^[A-Z2-9]{5}$/

/** A new captcha's id. @throws {AppError} tooManyRequests */
export async function newCaptcha(app: App, ip: string): Promise<string> {
  if (!app.limiter.take(`captcha:${networkOf(ip)}`, newPerMinute, 60_000)) fail('tooManyRequests')
  const captcha_id = randomBytes(16).toString('hex')
  await insertCaptcha(app.db, { captcha_id, captcha: newCaptchaLetters(), expire_time: nowSeconds(app) + lifeSeconds })
  return captcha_id
}

/**
 * The picture of a pending captcha.
 *
 * @throws {AppError} captchaWrong when there is none, or it has been turned into a question; tooManyRequests
 */
export async function pictureOf(app: App, captcha_id: string): Promise<FileAnswer> {
  const row = await findCaptcha(app.db, captcha_id, nowSeconds(app))
  if (!row || !lettersPattern.test(row.captcha)) return fail('captchaWrong')
  if (!app.limiter.take(`picture:${captcha_id}`, picturesMost, lifeSeconds * 1000)) fail('tooManyRequests')
  const picture = drawCaptcha(row.captcha)
  return { type: 'image/png', sizeBytes: picture.length, maxAge: 0, read: () => picture }
}

/** Replaces the letters of a pending captcha by a question in words, for whoever cannot see the picture. @throws {AppError} captchaWrong */
export async function askInstead(app: App, captcha_id: string, lang: Lang): Promise<string> {
  const { question, answer } = newCaptchaQuestion(lang)
  const { numUpdatedRows } = await updateCaptcha(app.db, captcha_id, answer, nowSeconds(app))
  if (numUpdatedRows === 0n) fail('captchaWrong')
  return question
}

// From the third failure on, where the setting asks only then.
const askedAfterFailures = 2

/** What a form sent for its captcha. */
export interface CaptchaInput {
  captcha?: string | undefined
  captcha_id?: string | undefined
}

/**
 * Requires the right answer where the setting asks for one. The captcha is gone after the first try, right or wrong.
 *
 * @param failures how often this caller has just failed, for the setting `failures`
 * @throws {AppError} captchaNeeded, captchaWrong
 */
export async function requireCaptcha(app: App, input: CaptchaInput, failures: number): Promise<void> {
  const mode = app.config.captcha
  if (mode === 'off' || (mode === 'failures' && failures < askedAfterFailures)) return
  if (!input.captcha_id || !input.captcha) return fail('captchaNeeded')
  const row = await takeCaptcha(app.db, input.captcha_id)
  const typed = input.captcha.trim().toUpperCase()
  if (!row || row.expire_time <= nowSeconds(app) || row.captcha !== typed) fail('captchaWrong')
}
