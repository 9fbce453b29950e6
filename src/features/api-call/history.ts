import type { z } from 'zod'
import type { CallRequest, CallResponse } from '#shared/contract/api-call.ts'
import type { User } from '#src/access/caller.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { findCall, insertCall, removeOldCalls } from './queries.ts'
import { redactRequest, redactResponse } from './redact.ts'

type Request = z.output<typeof CallRequest>
type Answer = z.output<typeof CallResponse>

/** A sent request, the page it was sent from, and its response. */
interface Sent {
  page_id: number
  request: Request
  answer: Answer
  /** The secrets that the request contained. */
  used: readonly string[]
  is_browser: 0 | 1
}

/** Saves a sent request in its sender's history, with secrets masked. @returns its id */
export function saveCall(
  app: App,
  { uid }: User,
  { page_id, request, answer, used, is_browser }: Sent,
): Promise<number> {
  const stored = redactRequest(request)
  const row = {
    page_id,
    uid,
    addtime: nowSeconds(app),
    method: request.method,
    url: stored.request.url,
    status: answer.status,
    time_ms: answer.time_ms,
    is_browser,
    request: JSON.stringify(stored),
    answer: JSON.stringify(redactResponse(answer, used)),
  }
  return transact(app.db, async (tx) => {
    const id = await insertCall(tx, row)
    await removeOldCalls(tx, row)
    return id
  })
}

/** Returns a request of the user's own history. @throws {AppError} apiCallGone */
export async function callInfo(app: App, { uid }: User, at: { page_id: number; id: number }) {
  const { id, addtime, request, answer } = (await findCall(app.db, { uid, ...at })) ?? fail('apiCallGone')
  const kept = JSON.parse(request) as { request: Request; is_cut: boolean }
  return { id, addtime, ...kept, answer: JSON.parse(answer) as Answer }
}
