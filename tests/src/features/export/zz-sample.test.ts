import { readFileSync, writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { picture } from './files.ts'
import { bytesOf, openWord } from './opened.ts'
import { richPage } from './rich-page.ts'

test('sample', async () => {
  const app = await createTestApp()
  const owner = app.as('owner')
  const item_id = await app.rows.newItem({ item_name: '订单 Orders', item_description: 'All about orders & 更多' })
  const file = new File([picture(640, 200)], 'photo.png', { type: 'image/png' })
  const { url } = await owner.page.uploadImg({ item_id, 'editormd-image-file': file })
  const sign = url.slice(-32)
  const cat = app.rows.newCatalog(item_id, 'Guide 指南', { s_number: 2 })
  const sub = app.rows.newCatalog(item_id, 'Deep', { parent_cat_id: cat, level: 3 })
  app.rows.newPage(item_id, 'Start', { s_number: 1, page_content: richPage.replaceAll('PICTURE', sign) })
  app.rows.newPage(item_id, 'In guide', { cat_id: cat, page_content: '# x\n\ntext' })
  app.rows.newPage(item_id, 'In deep', {
    cat_id: sub,
    page_content:
      readFileSync('tests/fixtures/showdoc/api-doc-to-markdown.json').length > 0
        ? JSON.stringify(
            JSON.parse(readFileSync('tests/fixtures/showdoc/api-doc-to-markdown.json', 'utf8')).cases?.[0]?.document ??
              Object.values(JSON.parse(readFileSync('tests/fixtures/showdoc/api-doc-to-markdown.json', 'utf8')))[1][0]
                .document,
          )
        : '',
  })
  const answer = await owner.export.word({ item_id })
  const bytes = await bytesOf(answer)
  writeFileSync('/tmp/F-sample.docx', bytes)
  expect(openWord(bytes).paragraphs.length).toBeGreaterThan(10)
  console.log(app.errors)
})
