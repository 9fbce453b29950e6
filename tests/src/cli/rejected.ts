import { runCommand } from './run-command.ts'

/** Runs a command line that is rejected. Returns its exit code, and its line for the terminal. */
export async function rejected(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { code, stderr } = await runCommand(words, { env })
  return { code, line: stderr.replace(/\n$/, '') }
}
