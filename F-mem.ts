import { readFileSync, statSync } from 'node:fs'
import { writeExport } from '#src/features/export/worker.ts'
const line = '| a `b` | **c** [d](http://e.test) | text and more text | x |\n'
const big = '|a|b|c|d|\n|-|-|-|-|\n' + line.repeat(Math.floor(4_900_000 / line.length))
const text = readFileSync('docs/api.md', 'utf8').slice(0, 10000)
const frame = { kind: 'word' as const, title: 't', description: '', contents: [], globals: {}, item_type: 1, site_url: '', lang: 'en' as const }
const page = (title: string, t: string) => ({ page: { title, level: 1, number: '1', text: t, files: [] } })
async function* one() { yield [page('P', big)] }
async function* many() { for (let b = 0; b < 60; b++) yield Array.from({ length: 50 }, (_, p) => page(`P ${b} ${p}`, text)) }
async function* md() { for (let b = 0; b < 100; b++) yield Array.from({ length: 50 }, (_, p) => ({ page: { path: `p${b}-${p}.md`, text: `# ${b} ${p}\n\n${text}`, addresses: [] as [string,string][] } })) }
for (const [name, f, parts] of [['big', frame, one], ['many', frame, many], ['md', { kind: 'markdown' as const }, md]] as const) {
  const base = process.memoryUsage().rss
  let peak = 0
  const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss) }, 20)
  const t = performance.now()
  try { await writeExport({ path: '/tmp/F-mem.zip', frame: f }, parts()) } catch (e) { console.log(String(e)) }
  clearInterval(timer)
  console.log(name, Math.round(performance.now() - t), 'ms', statSync('/tmp/F-mem.zip').size, 'peak rise MB', (peak - base) / 1e6)
}
