import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { peakMbOf, seed, whileWorking } from '#build/bench/backup.ts'
import { bundle, residentMb, say, stop, stopAll } from '#build/bench/processes.ts'
import { Site } from '#build/bench/site.ts'
import { root } from '#build/paths.ts'

const site = new Site()
rmSync(site.data, { recursive: true, force: true })
Object.assign(site, { data: '/tmp/b2site', remove() {} })
try {
  if (process.argv[2] === 'seed') {
    const running = await site.serve()
    const pages = await seed(site, running, { pages: Number(process.argv[3]), filesMb: Number(process.argv[4]) })
    site.administrator(running)
    writeFileSync(
      '/tmp/b2site.json',
      JSON.stringify({ pages, tokens: { bench: site.person('bench'), administrator: site.person('administrator') } }),
    )
    await stop(running.child)
  } else {
    const { pages, tokens } = JSON.parse(readFileSync('/tmp/b2site.json', 'utf8'))
    site.person = (name: string) => tokens[name]
    const program =
      process.argv[2] === 'exe'
        ? { name: 'exe', command: join(root, 'dist/docstead'), args: [] }
        : { ...bundle, args: ['--require', '/tmp/b2-monitor.cjs', ...bundle.args] }
    const running = await site.serve(program)
    const client = site.client(running, 'administrator')
    say(`started ${residentMb(running.pids)} MB`)
    await whileWorking(site, running, pages, () => delay(3000))
    let quiet
    const quietMb = await peakMbOf(running.pids, async () => {
      quiet = await whileWorking(site, running, pages, () => delay(10_000))
    })
    say(`quiet ${JSON.stringify(quiet)} ${quietMb} MB`)
    process.env['BENCH_WAITS'] = '1'
    let serverMb = 0
    const startMs = performance.now()
    const waits = await whileWorking(site, running, pages, async () => {
      serverMb = await peakMbOf(running.pids, async () => {
        await client.adminBackup.start()
        let shown = -1
        for (;;) {
          const { running: percent, error_message } = await client.adminBackup.status()
          if (error_message !== '') throw new Error(error_message)
          if (percent < 0) break
          if (percent !== shown && percent % 5 === 0)
            say(
              `${percent} % at ${(performance.now() / 1000).toFixed(2)} s, ${residentMb(running.pids)} MB ${readFileSync(`/proc/${running.pids[0]}/status`, 'utf8').match(/Rss\w+:\s+\d+/g)}`,
            )
          shown = percent
          await delay(50)
        }
      })
    })
    say(`backup ${JSON.stringify(waits)} ${serverMb} MB, ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
    await stop(running.child)
  }
} finally {
  await stopAll()
}
process.exit(0)
