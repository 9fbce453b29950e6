import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askVersion, TrialFailed, tryExecutable } from '#src/features/update/trial.ts'

/** An executable that is a script. */
function script(lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docstead-trial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'docstead')
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return path
}

const how = { args: [], version: '0.2.0', readyMs: 300 }

test.each<[string, string, RegExp]>([
  ['ends', 'echo wrong >&2; exit 3', /ended with 3: wrong/],
  ['never answers', 'exec sleep 60', /not ready after 300 ms/],
  ['says something else', 'echo hello; exec sleep 60', /JSON/],
  ['is another version', `echo '{"address":"http://127.0.0.1:1","version":"0.3.0"}'; exec sleep 60`, /version 0\.3\.0/],
  ['does not listen', `echo '{"address":"http://127.0.0.1:1","version":"0.2.0"}'; exec sleep 60`, /fetch failed/],
  ['is killed', 'kill -9 $$', /SIGKILL/],
])('a version that %s has failed, and is ended', async (_what, lines, message) => {
  const failure = await tryExecutable(script(lines), how).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TrialFailed)
  expect((failure as Error).message).toMatch(message)
})

test('an executable that cannot be started has failed', async () => {
  await expect(tryExecutable('/nonexistent/docstead', how)).rejects.toThrow(/ENOENT/)
  await expect(askVersion('/nonexistent/docstead')).rejects.toThrow(/ENOENT/)
  await expect(askVersion(script('echo no JSON'))).rejects.toThrow(TrialFailed)
})
