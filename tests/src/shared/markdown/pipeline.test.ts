import { describe, expect, test } from 'vitest'
import { renderHtml } from '#shared/markdown/pipeline.ts'

/** The HTML without line marks, which have their own tests. */
const html = (text: string) => renderHtml(text).replace(/ data-line="\d+"/g, '')

describe('headings', () => {
  test('have an id made from their text, in any script', () => {
    expect(html('## 用户 登录 API！')).toBe('<h2 id="user-content-用户-登录-api">用户 登录 API！</h2>\n')
  })

  test('with equal text are numbered without colliding with a written number', () => {
    const ids = [...html('# a\n# a\n# a-2\n# a\n# a-2').matchAll(/id="user-content-([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['a', 'a-2', 'a-2-2', 'a-3', 'a-2-3'])
  })

  test('keep their id when text is put around them', () => {
    expect(html('intro\n\n## 返回\n\nmore')).toContain('id="user-content-返回"')
    expect(html('## 其他\n\n## 返回')).toContain('id="user-content-返回"')
  })

  test.each([
    ['#标题', '<h1 id="user-content-标题">标题</h1>'],
    ['##Title two##', '<h2 id="user-content-title-two">Title two</h2>'],
    ['###1.1概述', '<h3 id="user-content-11概述">1.1概述</h3>'],
    ['#1、概述', '<h1 id="user-content-1概述">1、概述</h1>'],
    ['#Summary', '<h1 id="user-content-summary">Summary</h1>'],
    ['##**粗**', '<h2 id="user-content-粗"><strong>粗</strong></h2>'],
    ['##C#', '<h2 id="user-content-c">C#</h2>'],
  ])('%s needs no space', (text, expected) => {
    expect(html(text).trim()).toBe(expected)
  })

  test.each(['#define X 1', '#!/bin/sh', '#123 issue', '#todo later', '#FF8800', '#fff', '#######七', '#', '##-x'])(
    '%s is no heading',
    (text) => {
      expect(html(text)).not.toMatch(/<h\d[^>]*>[^<]/)
    },
  )
})

describe('[TOC]', () => {
  test('lists the headings, nested', () => {
    expect(html('[TOC]\n\n# a\n## b\n# c')).toContain(
      '<nav class="md-toc"><ul><li><a href="#a">a</a><ul><li><a href="#b">b</a></li></ul></li><li><a href="#c">c</a></li></ul></nav>',
    )
  })

  test('is filled once, and is text inside a line', () => {
    expect(html('[TOC]\n\n[toc]\n\n# a').match(/<nav/g)).toHaveLength(1)
    expect(html('see [TOC] here')).toContain('see [TOC] here')
  })

  test('shows the text of a heading, not its HTML', () => {
    expect(html('[TOC]\n\n# `<b>` & c')).toContain('<a href="#b-c">&lt;b&gt; &amp; c</a>')
  })
})

describe('formulas', () => {
  test.each([
    ['公式$a+b$是', '<span class="md-math">a+b</span>'],
    ['$\\text{速度}=5$', '<span class="md-math">\\text{速度}=5</span>'],
    ['$$E=mc^2$$ 行内', '<span class="md-math">E=mc^2</span>'],
    ['$$\na_1\n$$', '<div class="md-math-block">a_1</div>'],
    ['```math\nx<y\n```', '<div class="md-math-block">x&lt;y</div>'],
  ])('%s', (text, expected) => {
    expect(html(text)).toContain(expected)
  })

  test.each([
    '$5 和 $6',
    'US$5/HK$6',
    '$HOME/$PATH',
    '从 $5，到 $6',
    '\\$a$',
    '$ a $',
    '${a}/${b}',
    '$$',
    '$5 dollars$',
  ])('%s is text', (text) => {
    expect(html(text)).not.toContain('md-math')
  })

  test('an unclosed block is text', () => {
    expect(html('$$\na\n\nb')).not.toContain('md-math')
  })
})

describe('callouts', () => {
  test.each([
    ['NOTE', 'note'],
    ['tip', 'tip'],
    ['Important', 'important'],
    ['WARNING', 'warning'],
    ['CAUTION', 'danger'],
    ['danger', 'danger'],
  ])('[!%s] is of kind %s', (word, kind) => {
    expect(html(`>[!${word}]\n> 内容`)).toMatch(new RegExp(`<div class="md-callout" data-callout="${kind}">[^]*内容`))
  })

  test('text after the marker is the title', () => {
    expect(html('> [!TIP] 我的 *标题*\n> body')).toContain(
      '<p class="md-callout-title">我的 <em>标题</em></p>\n<p>body</p>',
    )
  })

  test('an unknown kind leaves a quote', () => {
    expect(html('> [!OTHER]\n> a')).toContain('<blockquote>')
  })
})

describe('other syntax', () => {
  test('only two tildes strike text through', () => {
    expect(html('Ctrl+1~6 / Cmd+1~6 ~~old~~')).toContain('Ctrl+1~6 / Cmd+1~6 <s>old</s>')
  })

  test('emphasis works next to Chinese punctuation', () => {
    expect(html('**注意：**这是')).toContain('<strong>注意：</strong>这是')
  })

  test('tables keep <br> in cells and align by attribute', () => {
    expect(html('|a|b|\n|-|:-:|\n|1<br>2|3|')).toContain('<td>1<br>2</td>\n<td align="center">3</td>')
  })

  test('task boxes are shown, disabled', () => {
    expect(html('- [x] 完成\n- [ ] 待办')).toContain(
      '<li class="md-task"><input type="checkbox" disabled="" checked=""> 完成</li>\n<li class="md-task"><input type="checkbox" disabled=""> 待办</li>',
    )
  })

  test('file names are no links; explicit addresses are', () => {
    expect(html('README.md main.py')).not.toContain('<a')
    expect(html('见 www.a.com/b。')).toContain('<a href="http://www.a.com/b">www.a.com/b</a>。')
    expect(html('https://a.com/路径')).toContain('<a href="https://a.com/')
  })

  test('a fence names its language; mermaid has its own class', () => {
    expect(html('```JSON title=x\n1\n```')).toContain('<code class="language-json">')
    expect(html('```mermaid\ngraph\n```')).toContain('<pre class="md-mermaid"><code>graph')
    expect(html('```js"onclick="x\n```')).toContain('<code class="language-js">')
  })

  test('footnotes are collected, with links in both directions', () => {
    const out = html('a[^1] b[^1] ^[inline]\n\n[^1]: 注')
    expect(out).toContain('<a href="#fn1" id="user-content-fnref1">1</a>')
    expect(out).toContain('id="user-content-fnref1-2"')
    expect(out).toContain('<li id="user-content-fn2"><p>inline')
    expect(html('a[^x]')).toContain('a[^x]')
  })

  test('javascript addresses never become links', () => {
    expect(html('[a](javascript:alert(1)) [b](JAVA&#115;cript:x) <javascript:x>')).not.toContain('href="java')
  })

  test('elements have their source line, from 1', () => {
    expect(renderHtml('# a\n\ntext\n\n- b\n- c')).toMatch(
      /<h1[^>]* data-line="1"[^]*<p data-line="3"[^]*<li data-line="6"/,
    )
  })
})
