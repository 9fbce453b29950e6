/** What a message with feedback holds: the text, how to reach the sender, the address of a picture. */
export interface FeedbackParts {
  text: string
  contact: string
  /** Below the site; empty for none. */
  picture: string
}

const picturePath = /^\/api\/attachment\/visitFile\?sign=[0-9a-f]{32}$/

/** Takes a message apart as the server puts it together: after an empty line the contact and the picture, each on its own. */
export function parseFeedback(message: string): FeedbackParts {
  const lines = message.split('\n')
  const last = lines.at(-1) ?? ''
  const picture = lines.length > 1 && picturePath.test(last) ? last : ''
  if (picture) lines.pop()
  const hasContact = lines.length > 2 && lines.at(-2) === '' && lines.at(-1) !== ''
  const contact = hasContact ? (lines.pop() ?? '') : ''
  return { text: lines.join('\n').trimEnd(), contact, picture }
}
