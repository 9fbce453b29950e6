import { expect, test } from 'vitest'
import { commentDocument, commentMarkdown, parseCommentPages } from '#src/features/open-api/comments.ts'
import recorded from '#tests/fixtures/showdoc/comments-to-page.json' with { type: 'json' }

test.each(recorded)('recorded: $name, item type $item_type', ({ comment, item_type, pages }) => {
  const made = parseCommentPages(comment).map((page) => ({
    page_title: page.page_title,
    cat_path: page.catalog,
    s_number: page.s_number,
    content: item_type === 3 ? JSON.parse(commentDocument(page, undefined)) : commentMarkdown(page, 'zh'),
  }))
  // The endpoint decides who owns the page, not the comment.
  const expected = pages.map(({ page_title, cat_path, s_number, content }) => ({
    page_title,
    cat_path,
    s_number,
    content,
  }))
  expect(made).toEqual(expected)
})

const block = (lines: string) => `/**\n * showdoc\n${lines.replaceAll(/^/gm, ' * ')}\n */`
const one = (lines: string) => {
  const page = parseCommentPages(block(lines))[0]
  if (!page) throw new Error('no page')
  return page
}

test('a pipe in a remark does not break its row', () => {
  expect(commentMarkdown(one('@title T\n@url /x\n@param a 必选 int x|y'), 'zh')).toContain('|  x\\|y | \n')
})

test('finds a response after the description of its fields', () => {
  expect(one('@title T\n@url /x\n@return_param a int b\n@return {"a":1}').doc.response.responseExample).toBe(
    '{\n    "a": 1\n}',
  )
})

test('writing an API document again keeps what people have filled in', () => {
  const lines = '@title T\n@url /x\n@method post\n@header h 必选 string why\n@param a 必选 int b\n@return_param r int'
  const former = JSON.parse(commentDocument(one(lines), undefined))
  former.request.headers[0].value = 'filled header'
  former.request.params.formdata[0].value = 'filled field'
  former.request.params.formdata.push({ name: 'gone from the comment', value: 'x' })
  former.request.pathVariable = [{ name: 'p', value: '7' }]
  former.request.auth = { type: 'bearer' }
  former.response.responseParamsDesc[0].remark = 'what r is'
  former.response.responseExample = '{"filled":1}'
  former.info.apiStatus = '3'
  former.scripts = { pre: 'x', post: '' }
  const next = JSON.parse(commentDocument(one(lines.replace('/x', '/y')), JSON.stringify(former)))
  expect(next.info).toMatchObject({ url: '/y', apiStatus: '3' })
  expect(next.request.headers).toMatchObject([{ name: 'h', value: 'filled header', remark: 'why' }])
  expect(next.request.params.formdata).toMatchObject([{ name: 'a', value: 'filled field' }])
  expect(next.request).toMatchObject({ pathVariable: [{ name: 'p', value: '7' }], auth: { type: 'bearer' } })
  expect(next.response.responseParamsDesc).toMatchObject([{ name: 'r', remark: 'what r is' }])
  expect(next.response.responseExample).toBe('{"filled":1}')
  expect(next.scripts).toEqual({ pre: 'x', post: '' })
})

test('rewrites what was not an API document before', () => {
  expect(commentDocument(one('@title T\n@url /x'), '# text')).toBe(commentDocument(one('@title T\n@url /x'), undefined))
})

test.each(['/**', '/** showdoc @title T @url /x', '*/', '/** showdoc @title\n */', ''])('no page: %j', (source) => {
  expect(parseCommentPages(source)).toEqual([])
})

test('parses unterminated comments without quadratic slowdown', () => {
  const started = performance.now()
  parseCommentPages('/** showdoc @title x '.repeat(50_000))
  parseCommentPages(block('@title x '.repeat(100_000)))
  expect(performance.now() - started).toBeLessThan(2000)
})

test('rejects more pages than an item holds before reading them', () => {
  expect(() => parseCommentPages('/** showdoc @title x */'.repeat(5001))).toThrow('pageTooMany')
})
