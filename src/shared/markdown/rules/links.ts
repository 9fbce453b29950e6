import type { MarkdownIt } from 'markdown-it'

/** An address after `www.`: host, optional port and path, without the punctuation that ends a sentence. */
const afterWww =
  /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::\d{1,5})?(?:[/?#][\w\-./?%&=#~+@:;,!*]{0,2000}[\w/=#&-])?/i

/**
 * Turns bare addresses into links when they are explicit: a scheme, `www.`, or an e-mail address.
 *
 * Guessing by top-level domain is off: `README.md`, `main.py` and `deploy.sh` are files here, not sites.
 */
export function links(md: MarkdownIt) {
  md.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
  md.linkify.add('www.', {
    validate: (text, pos) => afterWww.exec(text.slice(pos, pos + 2400))?.[0].length ?? 0,
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
}
