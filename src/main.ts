import { runCommandLine } from '#src/cli/commands.ts'

// Files are accessible to their owner only, whatever umask the process was started with, including those that SQLite
// creates.
process.umask(0o077)

// `docstead user list | head`: the reader has enough, which is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

runCommandLine(process.argv.slice(2), process.env).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 1
  },
)
