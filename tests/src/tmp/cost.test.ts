import { test } from 'vitest'
import { followApiChanges } from '#src/features/api-change/follow.ts'
import { describePage } from '#src/features/export/index.ts'
import { createTestApp } from '#tests/support/app.ts'

const page = (n: number, changed: number) => JSON.stringify({ info: { type: 'api', method: 'post', url: `/v1/orders/${n}`, description: 'Adds', remark: 'text '.repeat(200) + changed }, request: { params: { mode: 'json', json: '{"a":1}', jsonDesc: Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, type: 'string', value: '', require: '1', remark: `field ${i} ${i === 0 ? changed : ''}` })) }, headers: [], query: [] }, response: { responseExample: '{"b":2}', responseParamsDesc: Array.from({ length: 30 }, (_, i) => ({ name: `r${i}`, type: 'string', remark: `field ${i}` })) } })
test('cost', { timeout: 120_000 }, async () => {
  const app = await createTestApp()
  const item_id = await app.rows.newItem({ item_name: 'Docs' })
  const owner = app.as('owner')
  const ids: string[] = []
  for (let i = 0; i < 40; i++) ids.push(String((await owner.page.save({ item_id, page_id: 0, page_title: `P${i}`, page_content: page(i, 0) } as never) as { page_id: string }).page_id))
  let v = 0
  const round = async () => { v++; for (const [i, id] of ids.entries()) await owner.page.save({ item_id, page_id: id, page_title: `P${i}`, page_content: page(i, v) } as never) }
  for (let k = 0; k < 3; k++) await round()
  await followApiChanges(app.app, describePage)
  const time = async (n: number, also?: () => Promise<void>) => { const t = performance.now(); const c = process.cpuUsage(); for (let k = 0; k < n; k++) { await round(); await also?.() } const d = process.cpuUsage(c); return [(performance.now() - t) / n / ids.length, (d.user + d.system) / 1000 / n / ids.length].map((x) => x.toFixed(3)).join(' ') }
  const sqlite = app.rows.sqlite
  const triggers = (sqlite.prepare("select name, sql from sqlite_master where type='trigger' and name like 'api_page%'").all() as { name: string; sql: string }[])
  for (let pass = 0; pass < 4; pass++) {
    for (const { name } of triggers) sqlite.exec(`drop trigger ${name}`)
    const none = await time(8)
    for (const { sql } of triggers) sqlite.exec(sql)
    const queued = await time(8)
    sqlite.exec('delete from api_change_queue')
    const each = await time(8, () => followApiChanges(app.app, describePage))
    console.log(`none ${none} | queue ${queued} | with compare ${each} ms/save`)
  }
})
