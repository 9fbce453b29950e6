import { expect, test } from 'vitest'
import { completionsUrl } from '#src/features/ai/upstream.ts'

test.each([
  ['', 'https://api.openai.com/v1/chat/completions'],
  ['https://ai.example', 'https://ai.example/v1/chat/completions'],
  ['https://ai.example/', 'https://ai.example/v1/chat/completions'],
  ['https://ai.example/v1', 'https://ai.example/v1/chat/completions'],
  ['https://ai.example/v1/', 'https://ai.example/v1/chat/completions'],
  ['https://ai.example/api/v4', 'https://ai.example/api/v4/chat/completions'],
  ['https://ai.example/compatible-mode', 'https://ai.example/compatible-mode/v1/chat/completions'],
  ['https://ai.example/v1/chat/completions', 'https://ai.example/v1/chat/completions'],
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
])('the address %s is requested at %s', (host, url) => expect(completionsUrl(host)).toBe(url))
