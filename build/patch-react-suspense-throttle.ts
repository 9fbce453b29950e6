import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** Where React waits: when a part is ready to be shown, and when an answer comes while it is drawn. */
const waits = [
  ['globalMostRecentFallbackTime + 300 - now()', 'globalMostRecentFallbackTime - now()'],
  ['300 > now() - globalMostRecentFallbackTime', '0 > now() - globalMostRecentFallbackTime'],
] as const

/** React's own code without its wait of 300 ms. @throws {Error} when it is not the one that this was written for */
export function removeThrottle(code: string): string {
  let next = code
  for (const [from, to] of waits) {
    if (next.split(from).length !== 2) throw new Error(`react-dom changed: no single "${from}"`)
    next = next.replace(from, to)
  }
  return next
}

/**
 * Lets what has been loaded be seen at once. React holds back whatever takes the place of a grey shape for up to 300 ms
 * after the last grey shape was drawn, to spare a screen whose parts come one after the other from slow servers. Here they
 * come within 20 ms. Source: docs/decisions/0023-no-suspense-delay.md.
 */
export const patchReactSuspenseThrottle: Plugin = {
  name: 'prompt-reveal',
  setup({ onLoad }) {
    onLoad({ filter: /react-dom-client\.production\.js$/ }, async ({ path }) => ({
      loader: 'js',
      contents: removeThrottle(await readFile(path, 'utf8')),
    }))
  },
}
