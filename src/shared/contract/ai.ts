import { z } from 'zod'
import { eventsEndpoint } from './endpoint.ts'
import { PageText } from './fields.ts'

/** A text by a language model, in the format of OpenAI's API. */
export const Completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number(),
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
      finish_reason: z.string(),
    }),
  ),
})

/** Maximum length of a request to the AI, in characters. */
export const aiContentMost = 50_000

/** Calls that generate text with a language model. */
export const ai = {
  create: eventsEndpoint({
    summary: [
      'Generate text with the AI service; requests that accept text/event-stream get a stream of events',
      '由 AI 服务生成文本；接受 text/event-stream 时以事件流返回',
    ],
    access: 'user',
    input: z.object({ content: PageText.min(1).max(aiContentMost) }),
    output: Completion,
    errors: ['aiOff', 'aiNotAllowed', 'aiUnreachable', 'aiTooSlow', 'aiRefused', 'aiAnswerBad', 'tooManyRequests'],
  }),
}
