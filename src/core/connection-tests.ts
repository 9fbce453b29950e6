import type { App } from './app.ts'
import { fail } from './errors.ts'

// So many that nobody who looks for the right settings notices, and so few that a session that was taken over is no
// scanner of the network.
const most = 30
const minutes = 10

/**
 * Counts a test of settings that connects to another server, for each person and kind of server.
 *
 * @throws {AppError} tooManyTests
 */
export function countConnectionTest(
  { limiter }: Pick<App, 'limiter'>,
  kind: 'directory' | 'provider' | 'storage' | 'mail' | 'webhook',
  uid: number,
): void {
  if (!limiter.take(`test-${kind}:${uid}`, most, minutes * 60_000)) fail('tooManyTests', { most, minutes })
}
