// `npm run build`: builds the server and the web bundle into dist/. With --if-stale, only when the sources are newer.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isStale, markBuilt } from '#build/build-cache.ts'
import { dist } from '#build/paths.ts'
import { buildServer } from '#build/server.ts'
import { buildWeb } from '#build/web.ts'

/**
 * Builds next to the previous bundle and replaces it when complete: a server that starts in the meantime finds one or
 * the other.
 */
async function replaceWeb(): Promise<void> {
  const [fresh, present, former] = ['.web', 'web', '.web-former'].map((name) => join(dist, name)) as [
    string,
    string,
    string,
  ]
  await buildWeb({ outdir: fresh })
  rmSync(former, { recursive: true, force: true })
  try {
    renameSync(present, former)
  } catch {
    // the first build: there is no previous one to move away
  }
  renameSync(fresh, present)
  rmSync(former, { recursive: true, force: true })
}

if (!process.argv.includes('--if-stale') || isStale()) {
  const startedMs = Date.now()
  process.stderr.write('docstead: building server and web\n')
  try {
    await Promise.all([buildServer(), replaceWeb()])
    markBuilt(startedMs)
    process.stderr.write(`docstead: built in ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`)
  } catch (error) {
    process.stderr.write(`docstead: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
