/** The content of one event of a streamed text. */
type AiEvent =
  | { kind: 'piece'; text: string }
  | { kind: 'end' }
  | { kind: 'refusal'; refusal: { error_code: number; error_name?: string; error_message: string } }

interface Chunk {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown } }[]
  error_code?: number
  error_name?: string
  error_message?: string
}

function eventOf(data: string): AiEvent | undefined {
  if (data === '[DONE]') return { kind: 'end' }
  try {
    const chunk = JSON.parse(data) as Chunk
    if (chunk.error_code !== undefined) {
      const { error_code, error_name, error_message = '' } = chunk
      return {
        kind: 'refusal',
        refusal: { error_code, ...(error_name !== undefined && { error_name }), error_message },
      }
    }
    const content = chunk.choices?.[0]?.delta?.content ?? chunk.choices?.[0]?.message?.content
    return typeof content === 'string' && content !== '' ? { kind: 'piece', text: content } : undefined
  } catch {
    return undefined // a line of the service that is not ours, such as a keep-alive
  }
}

/**
 * Returns a parser for a stream of events in arbitrary chunks: returns complete events, and keeps the rest for the next
 * chunk.
 */
export function eventReader(): (text: string) => AiEvent[] {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n')
      const event = data === '' ? undefined : eventOf(data)
      return event ? [event] : []
    })
  }
}
