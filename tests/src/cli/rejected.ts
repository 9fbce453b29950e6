import { vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'

/** Runs a command line that is rejected. Returns its exit code, and its line for the terminal. */
export async function rejected(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const code = await runCommandLine([...words], { LANG: 'en', ...env })
    const text = written.mock.calls.map(([chunk]) => String(chunk)).join('')
    return { code, line: text.replace(/\n$/, '') }
  } finally {
    written.mockRestore()
  }
}
