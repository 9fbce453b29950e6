import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { User } from '#src/access/caller.ts'
import { requireItem, type Visitor } from '#src/access/permissions.ts'
import { exportItem } from '#src/features/export/formats.ts'
import type { Exporter } from '#src/features/export/source.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { picture } from '../files.ts'
import { richPage } from '../rich-page.ts'
import { poppler, squeezed, textOf } from './written.ts'

async function exporterOf(test: TestApp, username: string, item_id: number): Promise<Exporter> {
  test.as(username)
  const user = { uid: test.uid(username), username, groupid: 2 } as User
  const visitor: Visitor = { user, grantOf: () => undefined, itemPassword: undefined, ip: '127.0.0.1' }
  const item = await requireItem(test.app, visitor, item_id, 'edit')
  return { app: test.app, user, visitor, item, ip: '127.0.0.1', detail: 'pdf' }
}

async function exported(app: TestApp, by: Exporter, page_id = 0): Promise<{ path: string; name: string }> {
  const file = await exportItem(by, 'pdf', { cat_id: 0, page_id }, 'zh')
  const path = join(app.data, 'out.pdf')
  await writeFile(path, await file.read())
  await file.done?.()
  return { path, name: file.downloadAs ?? '' }
}

test('exports a project with everything in the order of its tree, without what others may not see', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem({ item_name: '订单 Orders', item_description: '全部接口' })
  const photo = new File([new Uint8Array(picture(640, 200))], 'photo.png', { type: 'image/png' })
  const { url } = await owner.page.uploadImg({ item_id, 'editormd-image-file': photo })
  const cat_id = app.rows.newCatalog(item_id, '指南', { s_number: 2 })
  const text = richPage.replaceAll('PICTURE', url.slice(-32)).replaceAll('FILE', 'f'.repeat(32))
  const start = app.rows.newPage(item_id, 'Start', { s_number: 1, page_content: text })
  app.rows.newPage(item_id, 'In guide', { cat_id, s_number: 1, page_content: `[back](/${item_id}/${start})` })
  app.rows.newPage(item_id, 'Secret draft', { author: 'other', is_draft: 1, page_content: 'draftwords' })
  const { path, name } = await exported(app, await exporterOf(app, 'owner', item_id))
  expect(name).toBe('订单 Orders.pdf')
  const whole = squeezed(await textOf(path))
  expect(whole).toContain('订单Orders全部接口')
  expect(whole).toMatch(/目录1Start3/)
  expect(whole).toMatch(/2指南.*2\.1Inguide/)
  expect(whole).not.toMatch(/draft|alert|onclick/)
  for (const part of ['一级标题', 'functionhello', '你好', 'thesecondnote', 'Takecare', 'deepest', 'HTMLbold&bad'])
    expect(whole.toLowerCase()).toContain(part.toLowerCase())
  expect(await poppler('pdfimages', '-list', path)).toMatch(/ 640 +200 /)
  expect(await poppler('pdftohtml', '-xml', '-i', '-stdout', path)).toMatch(/#3"[^>]*>back</)

  const one = await exported(app, await exporterOf(app, 'owner', item_id), start)
  expect(squeezed(await textOf(one.path)).startsWith('Start订单Orders')).toBe(true)
})
