import { expect, test } from 'vitest'
import { announcementHtml, isReadable } from '#src/features/message/announcement-html.ts'

test.each([
  ['plain', 'plain'],
  ['one\ntwo\r\nthree', 'one<br />two<br />three'],
  ['<p>a</p>\n<p>b\nc</p>\n', '<p>a</p><p>b<br />c</p>'],
  ['<ul>\n  <li>x</li>\n</ul>', '<ul><li>x</li></ul>'],
  ['<pre>a\n  b</pre>', '<pre>a\n  b</pre>'],
  ['<H1 class="x" onclick=alert(1)>T</H1>', '<h1>T</h1>'],
  ['<div><b>x</b></div>', '<b>x</b>'],
  ['a<br>b<br/>c</br>', 'a<br />b<br />c<br />'],
  ['<b>x <i>y</b> z', '<b>x <i>y</i></b> z'],
  ['</b>x<em>y', 'x<em>y</em>'],
  ['1 < 2 & 3 > 2 &amp; &lt;b&gt; &#65; &nbsp;', '1 &lt; 2 &amp; 3 &gt; 2 &amp; &lt;b&gt; &#65; &nbsp;'],
  [
    '<a href="https://x.example/?a=1&b=2" target=x>l</a>',
    '<a href="https://x.example/?a=1&amp;b=2" rel="noopener noreferrer">l</a>',
  ],
  ["<a href='/item/index'>l</a>", '<a href="/item/index" rel="noopener noreferrer">l</a>'],
  ['<a href=mailto:a@b.example>l</a>', '<a href="mailto:a@b.example" rel="noopener noreferrer">l</a>'],
])('%j becomes %j', (typed, html) => {
  expect(announcementHtml(typed)).toBe(html)
  expect(announcementHtml(html)).toBe(html)
})

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.example></SCRIPT >',
  '<style>@import url(//x.example)</style>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&Tab;javascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//x.example">x</a>',
  '<a href="/\\x.example">x</a>',
  '<a href="https://x.example/" onmouseover="alert(1)">x</a>',
  '<a href="https://x.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  `<a title='">' href='https://x.example/" onclick="alert(1)'>x</a>`,
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<<b>script>alert(1)</<b>script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- x --!><img src=x onerror=alert(1)>',
  '<p/onclick=alert(1)>x',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<b title="<img src=x onerror=alert(1)>">x</b>',
  '<b <img src=x onerror=alert(1)>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<base href="javascript:/"><form action="javascript:alert(1)"><button>x</button></form>',
  '<?xml <img src=x onerror=alert(1)>?>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
])('%j leaves only allowed tags', (typed) => {
  const html = announcementHtml(typed)
  // every `<` begins an allowed tag without attributes, or a link to an address
  const tag =
    /<\/?(?:p|ul|ol|li|strong|b|em|i|code|pre|h[1-4]|blockquote|a)>|<br \/>|<a href="(?:https?:\/\/|mailto:|\/(?![/\\])|#)[^"<>\s]*" rel="noopener noreferrer">/g
  expect(html.replaceAll(tag, '')).not.toMatch(/[<>"]/)
  expect(announcementHtml(html)).toBe(html)
})

test.each(['<', '<a ', '<a "', '<a \'<a "', '<!--', '<b>', '</b>', '<a href="', '&', '\n', '<p>\n'])(
  'processes 20,000 characters of %j quickly',
  (part) => {
    const started = performance.now()
    announcementHtml(part.repeat(20_000 / part.length))
    expect(performance.now() - started).toBeLessThan(1500)
  },
)

test('tags without text are not readable', () => {
  expect(isReadable(announcementHtml('<p> </p><script>x</script>\n<br>&nbsp;'))).toBe(false)
  expect(isReadable(announcementHtml('<p>x</p>'))).toBe(true)
})
