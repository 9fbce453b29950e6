import { z } from 'zod'
import { about, eventsEndpoint } from './endpoint.ts'
import { described, PageText } from './fields.ts'
import { texts } from './shared-fields.ts'

/** A text by a language model, in the format of OpenAI's API. */
export const Completion = z.object({
  id: described(z.string(), texts.id),
  object: described(z.literal('chat.completion'), ['Object type', '对象类型']),
  created: described(z.number(), ['When it was generated, Unix seconds', '生成时间，Unix 秒']),
  model: described(z.string(), ['Model that wrote it', '所用模型']),
  choices: described(
    z.array(
      z.object({
        index: described(z.number(), ['Index', '序号']),
        message: described(
          z.object({
            role: described(z.literal('assistant'), ['Who wrote it', '角色']),
            content: described(z.string(), ['Text', '文本']),
          }),
          ['Message', '消息'],
        ),
        finish_reason: described(z.string(), ['Why the model stopped', '模型停止的原因']),
      }),
    ),
    ['What the model wrote', '模型生成的内容'],
  ),
})

/** Maximum length of a request to the AI, in characters. */
const aiContentMost = 50_000

/** Calls that generate text with a language model. */
export const ai = {
  ...about({
    title: ['AI', 'AI'],
    text: ['Generate text with the AI service that an administrator set up.', '由管理员配置的 AI 服务生成文本。'],
  }),
  create: eventsEndpoint({
    summary: [
      'Generate text with the AI service; requests that accept text/event-stream get a stream of events',
      '由 AI 服务生成文本；接受 text/event-stream 时以事件流返回',
    ],
    access: 'user',
    input: () =>
      z.object({
        content: described(PageText.min(1).max(aiContentMost), ['Prompt for the model', '向模型提出的内容']),
      }),
    output: Completion,
    errors: ['aiOff', 'aiNotAllowed', 'aiUnreachable', 'aiTooSlow', 'aiRefused', 'aiAnswerBad', 'tooManyRequests'],
  }),
}
