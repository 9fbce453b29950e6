import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { createFairLimiter } from '#src/core/concurrency-limiter.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { Shares } from '#src/core/shares.ts'
import { drawCaptcha, newCaptchaText } from './captcha-image.ts'
import { newCaptchaQuestion } from './captcha-question.ts'
import { findCaptcha, insertCaptcha, takeCaptcha, updateCaptcha } from './queries.ts'

// Source: security 3, Captcha, limits.
const lifeSeconds = 300
// A new one is never refused: old clients fetch one at every visit of their sign-in screen, and a whole office has one
// address. What nobody answers is bounded instead: past these numbers the oldest of the address that holds most gives way.
const unansweredOfAddress = 1_000
const unansweredMost = 20_000
// Each drawing is another and takes 5 ms: many of one captcha could be laid over each other, and would hold up others.
const picturesMost = 10

// Writing one down and drawing it take milliseconds in which nothing else is done: by turns, a flood of them lets every other
// request in between.
const inTurn = createFairLimiter<string>({ atOnce: 1, mayWait: 500 }, { atOnce: 1, mayWait: 1_000 })

const byTurns = <T>(ip: string, work: () => T | Promise<T>): Promise<T> =>
  inTurn(networkOf(ip), async () => {
    const made = await work()
    await nextTurn()
    return made
  })
const lettersPattern = /^[A-Z2-9]{5}$/

// By address, for this process; a restart forgets them, and the clean-up removes their rows.
const unansweredOf = new WeakMap<App, Shares<string>>()

function unansweredIn(app: App): Shares<string> {
  const known = unansweredOf.get(app) ?? new Shares<string>()
  unansweredOf.set(app, known)
  return known
}

/** A new captcha's id. @throws {AppError} tooManyRequests when too many are being made */
export const newCaptcha = (app: App, ip: string): Promise<string> =>
  byTurns(ip, async () => {
    const captcha_id = randomBytes(16).toString('hex')
    const expire_time = nowSeconds(app) + lifeSeconds
    await insertCaptcha(app.db, { captcha_id, captcha: newCaptchaText(), expire_time })
    const unanswered = unansweredIn(app)
    const network = networkOf(ip)
    unanswered.add(network, captcha_id)
    const isFull = unanswered.total > unansweredMost
    const oldest =
      isFull || unanswered.of(network) > unansweredOfAddress
        ? unanswered.oldestOf(isFull ? unanswered.largest() : network)
        : undefined
    if (oldest !== undefined) {
      unanswered.remove(oldest)
      await takeCaptcha(app.db, oldest)
    }
    return captcha_id
  })

/**
 * The picture of a pending captcha.
 *
 * @throws {AppError} captchaWrong when there is none, or it has been turned into a question; tooManyRequests
 */
export async function getCaptchaImage(app: App, ip: string, captcha_id: string): Promise<FileResponse> {
  const row = await findCaptcha(app.db, captcha_id, nowSeconds(app))
  if (!row || !lettersPattern.test(row.captcha)) return fail('captchaWrong')
  if (!app.limiter.take(`picture:${captcha_id}`, picturesMost, lifeSeconds * 1000)) fail('tooManyRequests')
  const picture = await byTurns(ip, () => drawCaptcha(row.captcha))
  return { type: 'image/png', sizeBytes: picture.length, maxAge: 0, read: () => picture }
}

/** Replaces the letters of a pending captcha by a question in words, for whoever cannot see the picture. @throws {AppError} captchaWrong */
export async function switchToQuestion(app: App, captcha_id: string, lang: Lang): Promise<string> {
  const { question, answer } = newCaptchaQuestion(lang)
  const { numUpdatedRows } = await updateCaptcha(app.db, captcha_id, answer, nowSeconds(app))
  if (numUpdatedRows === 0n) fail('captchaWrong')
  return question
}

const askedAfterFailures = 3

/** What a form sent for its captcha. */
export interface CaptchaInput {
  captcha?: string | undefined
  captcha_id?: string | undefined
}

/**
 * Requires the right answer where the setting asks for one. The captcha is gone after the first try, right or wrong.
 *
 * Old clients send one always. Where none is asked for, a wrong answer is refused all the same, so that they go on as they
 * know; one that has ended meanwhile counts as not sent.
 *
 * @param failures how often this caller has failed lately, for the setting `failures`
 * @throws {AppError} captchaNeeded, captchaWrong
 */
export async function requireCaptcha(app: App, input: CaptchaInput, failures: number): Promise<void> {
  const mode = app.config.captcha
  if (mode === 'off') return
  const isAsked = mode === 'always' || failures >= askedAfterFailures
  if (!input.captcha_id || !input.captcha) return isAsked ? fail('captchaNeeded') : undefined
  unansweredIn(app).remove(input.captcha_id)
  const row = await takeCaptcha(app.db, input.captcha_id)
  const isLive = row !== undefined && row.expire_time > nowSeconds(app)
  if (!isLive && !isAsked) return
  if (!isLive || row.captcha !== input.captcha.trim().toUpperCase()) fail('captchaWrong')
}
