import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type App, nowSeconds } from '#src/core/app.ts'
import { createFairLimiter } from '#src/core/concurrency-limiter.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import type { Lang } from '#src/core/i18n.ts'
import { networkOf } from '#src/core/rate-limiter.ts'
import { Shares } from '#src/core/resource-shares.ts'
import { drawCaptcha, newCaptchaText } from './captcha-image.ts'
import { newCaptchaQuestion } from './captcha-question.ts'
import { findCaptcha, insertCaptcha, takeCaptcha, updateCaptcha } from './queries.ts'

// Source: security 3, Captcha, limits.
const lifeSeconds = 300
// A new captcha is never rejected: old clients request one on every visit of their sign-in screen, and a whole office
// may share one address. Instead the number of unanswered captchas is limited: beyond these numbers the oldest one of
// the address with the most is deleted.
const unansweredOfAddress = 1_000
const unansweredMost = 20_000
// Each drawing of a captcha differs and takes 5 ms: many of them could be overlaid to remove the distortion, and would
// delay other requests.
const mostImages = 10

// Inserting and drawing a captcha block the event loop for milliseconds: with a queue, other requests get their turn
// even during a flood.
const inTurn = createFairLimiter<string>({ atOnce: 1, mayWait: 500 }, { atOnce: 1, mayWait: 1_000 })

const byTurns = <T>(ip: string, work: () => T | Promise<T>): Promise<T> =>
  inTurn(networkOf(ip), async () => {
    const made = await work()
    await nextTurn()
    return made
  })
const codePattern = /^[A-Z2-9]{5}$/

// Counted by address in this process; a restart forgets the counts, and the cleanup deletes the rows.
const unansweredOf = new WeakMap<App, Shares<string>>()

function unansweredIn(app: App): Shares<string> {
  const known = unansweredOf.get(app) ?? new Shares<string>()
  unansweredOf.set(app, known)
  return known
}

/** Creates a captcha and returns its id. @throws {AppError} tooManyRequests when too many are being created */
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
 * Returns the image of a pending captcha.
 *
 * @throws {AppError} captchaWrong when there is none, or it has been turned into a question; tooManyRequests
 */
export async function getCaptchaImage(app: App, ip: string, captcha_id: string): Promise<FileResponse> {
  const row = await findCaptcha(app.db, captcha_id, nowSeconds(app))
  if (!row || !codePattern.test(row.captcha)) return fail('captchaWrong')
  if (!app.limiter.take(`picture:${captcha_id}`, mostImages, lifeSeconds * 1000)) fail('tooManyRequests')
  const image = await byTurns(ip, () => drawCaptcha(row.captcha))
  return { type: 'image/png', sizeBytes: image.length, maxAge: 0, read: () => image }
}

/**
 * Replaces the letters of a pending captcha by a question in words, for people who cannot see the image.
 *
 * @throws {AppError} captchaWrong
 */
export async function switchToQuestion(app: App, captcha_id: string, lang: Lang): Promise<string> {
  const { question, answer } = newCaptchaQuestion(lang)
  const { numUpdatedRows } = await updateCaptcha(app.db, captcha_id, answer, nowSeconds(app))
  if (numUpdatedRows === 0n) fail('captchaWrong')
  return question
}

const requestedAfterFailures = 3

/** The captcha fields of a form. */
export interface CaptchaInput {
  captcha?: string | undefined
  captcha_id?: string | undefined
}

/**
 * Checks the captcha where the setting requires one. A captcha is deleted after the first attempt, right or wrong.
 *
 * Old clients always send one. Where none is required, a wrong answer is still rejected, as these clients expect; an
 * expired captcha counts as not sent.
 *
 * @param failures the caller's recent failures, for the setting `failures`
 * @throws {AppError} captchaNeeded, captchaWrong
 */
export async function requireCaptcha(app: App, input: CaptchaInput, failures: number): Promise<void> {
  const mode = app.config.captcha
  if (mode === 'off') return
  const isRequested = mode === 'always' || failures >= requestedAfterFailures
  if (!input.captcha_id || !input.captcha) return isRequested ? fail('captchaNeeded') : undefined
  unansweredIn(app).remove(input.captcha_id)
  const row = await takeCaptcha(app.db, input.captcha_id)
  const isLive = row !== undefined && row.expire_time > nowSeconds(app)
  if (!isLive && !isRequested) return
  if (!isLive || row.captcha !== input.captcha.trim().toUpperCase()) fail('captchaWrong')
}
