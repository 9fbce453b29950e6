// `npm run dev`: rebuilds server and web on every change, then restarts the server. Arguments are passed to `serve`.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { markStale } from '#build/build-cache.ts'
import { dist, root } from '#build/paths.ts'
import { buildServer } from '#build/server.ts'
import { buildWeb } from '#build/web.ts'

/** How long to wait for more changes, in ms: an editor writes a file in several steps. */
const settleMs = 80

const say = (text: string) => process.stderr.write(`dev: ${text}\n`)

let queue = Promise.resolve()

/** Returns a debounced version of `operation`; all such operations run one after another. */
function whenSettled(operation: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      queue = queue.then(operation)
    }, settleMs)
  }
}

let server: ChildProcess | undefined

async function stop(): Promise<void> {
  const running = server
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = new Promise((done) => running.once('exit', done))
  running.kill('SIGTERM')
  await ended
}

/** Restarts the server. It reads the web files when it starts, so it restarts for them too. */
async function restart(): Promise<void> {
  await stop()
  const args = ['--enable-source-maps', join(dist, 'main.cjs'), 'serve', ...process.argv.slice(2)]
  server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
}

/** Builds the server. A failed build reports why; the last good one keeps running. */
async function rebuildServer(): Promise<void> {
  const startedMs = Date.now()
  try {
    await buildServer({ mapsInside: true })
    say(`server built in ${Date.now() - startedMs} ms`)
    await restart()
  } catch (error) {
    say(`server not built: ${error instanceof Error ? error.message : String(error)}`)
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)))
}

say('building')
markStale()
await buildWeb({ watch: true })
await rebuildServer()
const serverChanged = whenSettled(rebuildServer)
for (const folder of ['src', 'migrations'].filter((name) => existsSync(join(root, name)))) {
  watch(join(root, folder), { recursive: true }, serverChanged)
}
// a web build writes the manifest last
const webBuilt = whenSettled(async () => {
  say('web built')
  await restart()
})
watch(join(dist, 'web'), (_, file) => file === 'manifest.json' && webBuilt())
say('watching src, web and migrations')
