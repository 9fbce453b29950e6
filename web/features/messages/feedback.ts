/** The parts of a feedback message: the text, how to reach the sender, the URL of an image. */
interface FeedbackParts {
  text: string
  contact: string
  /** Path below the site; empty for none. */
  picture: string
}

const imagePath = /^\/api\/attachment\/visitFile\?sign=[0-9a-f]{32}$/

/** Parses a message in the server's format: after an empty line the contact and the image, one per line. */
export function parseFeedback(message: string): FeedbackParts {
  const lines = message.split('\n')
  const last = lines.at(-1) ?? ''
  const image = lines.length > 1 && imagePath.test(last) ? last : ''
  if (image) lines.pop()
  const hasContact = lines.length > 2 && lines.at(-2) === '' && lines.at(-1) !== ''
  const contact = hasContact ? (lines.pop() ?? '') : ''
  return { text: lines.join('\n').trimEnd(), contact, picture: image }
}
