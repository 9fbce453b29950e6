import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { webpDecoder } from '#src/core/paths.ts'
import { WordDocument } from '#src/features/export/docx/document.ts'
import { readTextFont } from '#src/features/export/pdf/parts.ts'
import { richPage } from '../rich-page.ts'

const texts = [
  '一级标题 Heading one',
  'A paragraph with bold, italic, struck, code <x>, a link, under',
  'second with a paragraph',
  'a rather long cell that has to be broken into several lines',
  '名称，带有 a|b and bold',
  'A quote',
  'of this',
  'return "你好" + name // <b>&',
  'HTML bold & bad good',
]

test.runIf(existsSync('/usr/bin/soffice'))(
  'LibreOffice opens it and shows all of its texts',
  { timeout: 120_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'docstead-office-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const path = join(home, 'a.docx')
    const facts = {
      title: '手册',
      description: '',
      globals: {},
      item_type: 1,
      site_url: '',
      items: [],
      lang: 'zh' as const,
    }
    const contents = [1, 2].map((heading) => ({ title: `${heading}  Page ${heading}`, level: 1, heading }))
    const assets = { webp: readFileSync(webpDecoder()), font: await readTextFont() }
    const document = new WordDocument(path, { kind: 'docx', ...facts, contents, headings: [], ...assets })
    for (const page_id of [1, 2])
      await document.add({
        page: {
          page_id,
          heading: page_id,
          title: `Page ${page_id}`,
          level: 1,
          number: `${page_id}`,
          text: richPage,
          files: [],
        },
      })
    document.finish()
    const profile = `-env:UserInstallation=file://${home}/profile`
    const format = 'txt:Text (encoded):UTF8'
    execFileSync('/usr/bin/soffice', [profile, '--headless', '--convert-to', format, '--outdir', home, path], {
      stdio: 'ignore',
    })
    const shown = readFileSync(join(home, 'a.txt'), 'utf8').replaceAll('\u00a0', ' ')
    const missing = texts.filter((text) => shown.split(text).length !== 3)
    expect(missing, 'texts that are not there twice').toEqual([])
    // the contents, then the pages in their order
    const [contentsAt, first, second] = ['目录', 'Page 1', 'Page 2'].map((text) => shown.lastIndexOf(text))
    expect(contentsAt).toBeGreaterThan(-1)
    expect(first).toBeGreaterThan(contentsAt ?? 0)
    expect(second).toBeGreaterThan(first ?? 0)
  },
)
