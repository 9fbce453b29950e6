import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** Where React waits: when a part is ready to be shown, and when a response arrives during rendering. */
const waits = [
  ['globalMostRecentFallbackTime + 300 - now()', 'globalMostRecentFallbackTime - now()'],
  ['300 > now() - globalMostRecentFallbackTime', '0 > now() - globalMostRecentFallbackTime'],
] as const

/**
 * Removes the wait of 300 ms from React's code.
 *
 * @throws {Error} when it is not the version that this was written for
 */
export function removeThrottle(code: string): string {
  let next = code
  for (const [from, to] of waits) {
    if (next.split(from).length !== 2) throw new Error(`react-dom changed: no single "${from}"`)
    next = next.replace(from, to)
  }
  return next
}

/**
 * Shows loaded content at once. React delays whatever replaces a placeholder for up to 300 ms after the last
 * placeholder was rendered, to avoid flicker when parts arrive one after another from slow servers. Here they arrive
 * within 20 ms.
 * Source: docs/decisions/0023-no-suspense-delay.md.
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
