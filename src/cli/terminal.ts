import { createInterface } from 'node:readline'
import { StartError } from '#src/core/config.ts'
import { cliText, type Lang } from '#src/core/i18n.ts'

/** What a command knows about the terminal that it runs in. */
export interface Terminal {
  lang: Lang
  env: NodeJS.ProcessEnv
}

/** Writes a line to standard output, for programs to read. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Writes a line to standard error, for people to read. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, terminal: true, output: undefined })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close()
      process.stderr.write('\n')
      resolve(line)
    })
  })
}

/**
 * Reads a password: from standard input with `--password-stdin`, otherwise prompts for it twice, hidden.
 *
 * @throws {StartError} noPassword
 */
export async function readPassword(terminal: Terminal, fromStandardInput: boolean): Promise<string> {
  if (fromStandardInput) {
    const piped = await readStandardInput()
    if (piped === '') throw new StartError('noPassword', {}, 2)
    return piped
  }
  if (!process.stdin.isTTY) throw new StartError('noPassword', {}, 2)
  const first = await ask(cliText(terminal.lang, 'askPassword'))
  const second = await ask(cliText(terminal.lang, 'askPasswordAgain'))
  if (first === '' || first !== second) throw new StartError('noPassword', {}, 2)
  return first
}
