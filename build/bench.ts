// `npm run bench`: measures how much work a request costs, compared with a minimal server on the same database in the
// same run. The ratio of the two is the figure, because machines differ. How to run it and how to read it:
// docs/performance.md
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { Bench } from '#build/bench/bench.ts'
import { type Options, type PeerOptions, parseOptions, usage } from '#build/bench/options.ts'
import { comparePeer, formatComparison } from '#build/bench/peer.ts'
import { packaged, say, stopAll } from '#build/bench/processes.ts'
import { formatReport } from '#build/bench/report.ts'
import { evaluateTargets } from '#build/bench/targets.ts'
import { buildInfo, root } from '#build/paths.ts'

async function runTargets(options: Options) {
  const bench = new Bench(options)
  await bench.run()
  const { rows, figures, notMeasured } = bench
  const result = { rows, figures, verdicts: evaluateTargets(rows, figures), notMeasured }
  return { result, text: formatReport(result) }
}

async function runComparison(options: Options, peer: PeerOptions) {
  const result = await comparePeer(options, peer)
  return { result, text: formatComparison(result.rows, result.notMeasured) }
}

async function run(options: Options): Promise<void> {
  if (process.platform !== 'linux') throw new Error('the benchmark reads CPU time from /proc, which only Linux has')
  const startedMs = performance.now()
  const { result, text } = await (options.peer ? runComparison(options, options.peer) : runTargets(options))
  if (Object.values(result).flat().length === 0) throw new Error(`nothing is called '${options.only}'`)
  process.stdout.write(text)

  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version }
  const facts = { ...buildInfo(), machine, started: packaged().name, options, ...result }
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results', 'bench.json'), `${JSON.stringify(facts, null, 2)}\n`)
  say(`${Math.round((performance.now() - startedMs) / 1000)} s; all numbers: test-results/bench.json`)
  if (result.notMeasured.length > 0) process.exitCode = 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(1)))
}

try {
  const options = parseOptions(process.argv.slice(2))
  if (options) await run(options)
  else process.stdout.write(usage)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await stopAll()
}
