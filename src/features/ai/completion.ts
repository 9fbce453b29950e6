import { z } from 'zod'
import type { Completion } from '#shared/contract/ai.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type OutboundResponse, readResponseText } from '#src/core/safe-fetch.ts'
import { type AiService, toAiError } from './upstream.ts'

const word = z.string().max(200).catch('')

// The fields that all services return; everything but the text may be missing.
const Answer = z.object({
  id: word,
  created: z.int().nonnegative().optional().catch(undefined),
  model: word,
  choices: z.array(z.object({ message: z.object({ content: z.string() }), finish_reason: word })).min(1),
})

/** Removes the key from a text, which a service might repeat. */
export const withoutKey = (text: string, key: string): string => text.replaceAll(key, '***')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a service's response and returns it in the shape of our own API.
 *
 * @throws {AppError} aiAnswerBad, aiUnreachable, aiTooSlow
 */
export async function readCompletion(
  app: App,
  service: AiService,
  answer: OutboundResponse,
): Promise<z.input<typeof Completion>> {
  const text = await readResponseText(answer).catch((error: unknown) => {
    throw toAiError(app, service, error)
  })
  const { data } = Answer.safeParse(parsed(withoutKey(text, service.key)))
  if (!data) return fail('aiAnswerBad')
  return {
    id: data.id,
    object: 'chat.completion',
    created: data.created ?? nowSeconds(app),
    model: data.model || service.model,
    choices: data.choices.map(({ message, finish_reason }, index) => ({
      index,
      message: { role: 'assistant', content: message.content },
      finish_reason,
    })),
  }
}
