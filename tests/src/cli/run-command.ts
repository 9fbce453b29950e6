import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { runCommandLine } from '#src/cli/commands.ts'

/** What a command line did. */
export interface Done {
  code: number
  stdout: string
  stderr: string
}

/**
 * Runs a command line in this process, in an English terminal. A test of the executable starts a process for each, which
 * takes half a second.
 */
export async function runCommand(
  words: readonly string[],
  { env = {}, stdin = '' }: { env?: NodeJS.ProcessEnv; stdin?: string } = {},
): Promise<Done> {
  const input = Readable.from([Buffer.from(stdin)])
  const reading = vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin)
  const [out, err] = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockReturnValue(true),
  ) as [ReturnType<typeof vi.spyOn>, ReturnType<typeof vi.spyOn>]
  const textOf = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([chunk]) => String(chunk)).join('')
  try {
    const code = await runCommandLine([...words], { LANG: 'en', ...env })
    return { code, stdout: textOf(out), stderr: textOf(err) }
  } finally {
    for (const one of [reading, out, err]) one.mockRestore()
  }
}
