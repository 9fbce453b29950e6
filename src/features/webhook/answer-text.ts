import { fillText, type Lang, mailTexts } from '#src/core/i18n.ts'

const reasonPattern = /^(notAllowed|unreachable|certificate|tooSlow|tooLarge|redirected)(?:: (.*))?$/s
const statusPattern = /^[45]\d\d\b/
// an answer of 200 in which a chat program says that it rejects the message: its own code follows
const rejectionPattern = /^2\d\d (?:-?[1-9]\d*\b|unreadable response)/

/**
 * Returns what became of an attempt in words that say what to try: why no answer came, or that the receiver has rejected
 * it. The answer of a receiver that has taken it is shown as it came.
 *
 * @param answer as `callWebhook` returns it and the outbox stores it
 */
export function explainAnswer(lang: Lang, host: string, answer: string): string {
  const texts = mailTexts(lang).webhookFailed
  const [, reason, detail] = reasonPattern.exec(answer) ?? []
  if (reason !== undefined) {
    const text = texts[reason as 'notAllowed' | 'unreachable' | 'certificate' | 'tooSlow' | 'tooLarge' | 'redirected']
    return fillText(text, { host, detail: detail ?? reason })
  }
  const isRejected = statusPattern.test(answer) || rejectionPattern.test(answer)
  return isRejected ? fillText(texts.rejected, { host, answer }) : answer
}
