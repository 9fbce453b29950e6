import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wholeCommentMarkdown } from '#src/features/open-api/comments.ts'
import { readSourcePages } from '#src/features/open-api/doc-comment.ts'
import recorded from '#tests/fixtures/showdoc/comments-to-page.json' with { type: 'json' }

const folder = new URL('../../../fixtures/source/', import.meta.url)
const files = readdirSync(folder)

const pageOf = (source: string, name = 'a.java') => {
  const { pages, problems } = readSourcePages(source, name)
  expect(problems).toEqual([])
  expect(pages).toHaveLength(1)
  const [page] = pages
  if (!page) throw new Error('no page')
  return { ...page, markdown: wholeCommentMarkdown(page, 'en') }
}

test.each(files)('%s: the same page in every language, with all of its text', (name) => {
  const source = readFileSync(new URL(name, folder), 'utf8')
  const { page_title, catalog, s_number, doc, markdown, line } = pageOf(source, name)
  expect({ page_title, catalog, s_number }).toEqual({
    page_title: 'Create an order',
    catalog: 'Orders/Create',
    s_number: 12,
  })
  expect(source.split('\n')[line - 1]).toMatch(/\/\*\*|"""|showdoc/)
  expect(doc.info).toMatchObject({
    description: 'Orders are made here, 中文说明.\n\nMakes one order & returns "it" <fast>,\n  over two lines',
    method: 'post',
    url: 'https://api.example.test/v1/orders',
    remark: 'only for test a+b\n\n@author mei',
  })
  expect(doc.request).toMatchObject({
    params: {
      mode: 'json',
      json: '{\n  "sku": "A1",\n  "qty": 2\n}',
      jsonDesc: [
        { name: 'sku', require: '1', type: 'string', remark: 'item code of the shop' },
        { name: 'qty', require: '0', type: 'int', remark: 'how many pieces, mail a@b.example' },
      ],
    },
    headers: [{ name: 'token', require: '1', type: 'string', remark: 'device token | with a bar' }],
  })
  expect(doc.response.responseParamsDesc).toMatchObject([
    { name: 'code', type: 'int', remark: 'state code of the answer' },
    { name: 'data.id', type: 'string', remark: 'order id' },
  ])
  for (const word of ['a@b.example', '"A1"', '"id": 17', 'order id', 'over two lines', '@author mei', 'with a bar'])
    expect(markdown).toContain(word)
})

test.each(recorded)(
  'recorded comment “$name”: every title, and no less text than ShowDoc writes',
  ({ comment, pages }) => {
    const read = readSourcePages(comment, 'a.php').pages
    // ShowDoc writes a page for a block that has both words anywhere
    const titles = pages.map((page) => page.page_title)
    expect(read.map((page) => page.page_title)).toEqual(expect.arrayContaining(titles.filter((title) => title !== '')))
  },
)

test('parameters in the forms of JSDoc, PHPDoc and Javadoc', () => {
  const { doc } = pageOf(`/** showdoc
 * @title T
 * @param {string} [name=mei] - who it is
 * @param {number} age how old
 * @param string $mail where it goes
 * @param plain what it is
 *   and more
 */`)
  expect(doc.request.params.formdata).toMatchObject([
    { name: 'name', require: '0', type: 'string', value: 'mei', remark: 'who it is' },
    { name: 'age', require: '1', type: 'number', remark: 'how old' },
    { name: '$mail', type: 'string', remark: 'where it goes' },
    { name: 'plain', type: '', remark: 'what it is\n  and more' },
  ])
})

test('a comment of one line, one without an address, and the query of a GET', () => {
  expect(pageOf('/** showdoc @title A b @url /x?y=1 @method GET @param z 必选 int Z */').doc).toMatchObject({
    info: { title: 'A b', url: '/x?y=1&z=', method: 'get' },
    request: {
      query: [
        { name: 'y', value: '1' },
        { name: 'z', require: '1' },
      ],
    },
  })
  const { markdown } = pageOf('# docstead\n# @title Only words\n# @remark and nothing else\n', 'a.py')
  expect(markdown).toContain('and nothing else')
  expect(markdown).not.toContain('URL')
})

test('what can be no page is reported with its line; text about the product is not', () => {
  const source = `// showdoc is a product\n\n/**\n * showdoc\n * @url /x\n */\n/** showdoc @title T\n`
  expect(readSourcePages(source, 'a.ts').problems).toEqual([
    { line: 3, error_name: 'commentUntitled' },
    { line: 7, error_name: 'commentUnclosed' },
  ])
  expect(readSourcePages("'''showdoc @title T", 'a.py').problems).toEqual([{ line: 1, error_name: 'commentUnclosed' }])
})

test('no text of a comment is missing in its page', () => {
  // the same numbers every time
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const word = () =>
    ['qx', '字', 'a-b', 'é', 'x_y', '1.5', 'm@n.o', '<b>', '"q"', "it's"][next(10)] + next(100_000).toString(36)
  const words = () => Array.from({ length: 1 + next(5) }, word).join(' ')
  const lines = () => Array.from({ length: 1 + next(3) }, words)
  const tags = [
    'description',
    'remark',
    'param',
    'header',
    'return_param',
    'return',
    'json_param',
    'deprecated',
    'title',
    'method',
    'catalog',
    'url',
    'number',
  ]
  const frames: [string, (text: string[]) => string][] = [
    ['a.java', (text) => `/**\n${text.map((line) => ` * ${line}`).join('\n')}\n */`],
    ['a.py', (text) => `"""\n${text.join('\r\n')}\n"""`],
    ['a.go', (text) => text.map((line) => `// ${line}`).join('\n')],
    ['a.rb', (text) => text.map((line) => `# ${line}`).join('\n')],
  ]
  for (let round = 0; round < 400; round++) {
    const said = Array.from({ length: next(12) }, () => {
      const [first = '', ...more] = lines()
      return [`@${tags[next(tags.length)]} ${first}`, ...more]
    }).flat()
    const [name, frame] = frames[round % frames.length] ?? ['', () => '']
    const text = ['showdoc', words(), `@title ${words()}`, ...said]
    const page = pageOf(frame(text), name)
    const shown = `${page.page_title} ${page.catalog} ${page.markdown}`.toLowerCase()
    for (const one of text.slice(1).join(' ').split(/\s+/)) {
      const bare = one.toLowerCase()
      if (!bare.startsWith('@') || bare.includes('.')) expect(shown, text.join('\n')).toContain(bare)
    }
  }
})

test.each([['/*'], ['/** showdoc\n'], ['"""'], ['# showdoc @title x\n'], ['/* '.repeat(10) + '\n'], ['@param ']])(
  'reads long input of %j without quadratic slowdown',
  (piece) => {
    for (const name of ['a.java', 'a.py', '']) {
      const started = performance.now()
      readSourcePages(piece.repeat(1_000_000 / piece.length), name)
      expect(performance.now() - started).toBeLessThan(5000)
    }
  },
)
