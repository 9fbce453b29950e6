import { expect, test } from 'vitest'
import { renderDocument } from '#shared/markdown/blocks.ts'
import { longestText, renderHtml } from '#shared/markdown/pipeline.ts'

const many = (length: number, line: (at: number) => string) => Array.from({ length }, (_, at) => line(at)).join('')

const hostile: Record<string, string> = {
  brackets: '['.repeat(50_000),
  images: '!['.repeat(50_000),
  stars: '*a'.repeat(30_000),
  'half tags': '<'.repeat(50_000),
  'deep quotes': '>'.repeat(50_000),
  'deep lists': `${'- '.repeat(20_000)}a`,
  backticks: many(1000, (at) => `${'`'.repeat(at)} `),
  dollars: '$a '.repeat(50_000),
  'open formulas': '$$a\n'.repeat(50_000),
  'tables of contents': '[TOC]\n\n# a\n'.repeat(20_000),
  'equal headings': '# a\n'.repeat(50_000),
  tasks: '- [ ] a\n'.repeat(50_000),
  'open notes': `[^1]: a\n\n${'[^'.repeat(50_000)}`,
  notes: `${many(20_000, (at) => `[^${at}] `)}\n\n${many(20_000, (at) => `[^${at}]: x\n\n`)}`,
  'nested notes': '^['.repeat(30_000),
  'open elements': '<div>\n\n'.repeat(30_000),
  'open comments': '<!--\n\n'.repeat(20_000),
  callouts: '>[!NOTE]\n\n'.repeat(20_000),
  references: '[a]:\n'.repeat(40_000),
  addresses: 'www.'.repeat(30_000),
  'one long line': 'a'.repeat(longestText),
}

// Each takes at most 0.4 s on an idle machine; the limit leaves room for a busy one.
test.each(Object.keys(hostile))('%s do not hang the parser', (name) => {
  // CPU time, which other programs do not affect
  const before = process.cpuUsage()
  renderDocument(hostile[name] ?? '')
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2000)
})

test('shows a text beyond the limit unrendered', () => {
  expect(renderHtml(`# a\n${'b'.repeat(longestText)}`)).toMatch(/^<pre[^>]*><code>#/)
})
