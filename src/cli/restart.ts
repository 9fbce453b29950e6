import { spawn } from 'node:child_process'
import type { Log } from '#src/core/log.ts'

/**
 * Continues as another executable with the same arguments: the same process, so that a service manager, a container and
 * a terminal notice nothing. Where the system cannot replace a process, as on Windows, this one starts the other and
 * ends with it.
 *
 * @returns the exit code of the other executable; where the process is replaced, it never returns
 */
export async function continueAs(executable: string, args: readonly string[], log: Log): Promise<number> {
  // what is written in batches would be lost
  await new Promise<void>((resolve) => log.flush(() => resolve()))
  if (process.execve && process.platform !== 'win32')
    return process.execve(executable, [executable, ...args], process.env)
  const child = spawn(executable, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
