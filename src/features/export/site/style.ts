const lightColours = `color-scheme: light;
--bg: #ffffff; --side: #f6f7f9; --muted: #eef0f3; --line: #dde1e7; --text: #1b2028; --text-2: #4a5363; --text-3: #626c7b;
--accent: #1f5fd6; --soft: #e8effd; --mark: #ffe9a8; --ok: #18794e; --ok-soft: #e6f5ec; --warn: #8a5a00;
--warn-soft: #fff4db; --bad: #c0272d; --bad-soft: #fdecec; --info: #0b6a94; --info-soft: #e4f3fa; --shadow: rgb(16 24 40 / 0.16);
--c-comment: #626c7b; --c-key: #a0267d; --c-string: #18794e; --c-number: #8f4b00; --c-title: #1f5fd6; --c-type: #0b6a94;
--c-attr: #7a3fc4; --c-tag: #b02a37; --add: #ddf4e4; --del: #fbe0e0;`

const darkColours = `color-scheme: dark;
--bg: #14181f; --side: #191e27; --muted: #232a35; --line: #2f3846; --text: #e3e7ee; --text-2: #b3bccb; --text-3: #929eb0;
--accent: #82aeff; --soft: #1e2d4d; --mark: #6b5310; --ok: #63c795; --ok-soft: #16301f; --warn: #e5b454; --warn-soft: #362a10;
--bad: #ff8a8a; --bad-soft: #3d1d20; --info: #6cc4ec; --info-soft: #12303f; --shadow: rgb(0 0 0 / 0.5);
--c-comment: #929eb0; --c-key: #e88bc9; --c-string: #7ecfa0; --c-number: #e2a868; --c-title: #8ab4ff; --c-type: #6cc4ec;
--c-attr: #c3a0f5; --c-tag: #ff9aa2; --add: #16301f; --del: #3d1d20;`

/** The style sheet of a site: the product's colours and sizes, for screens from 320 pixels and for paper. */
export const siteStyle = `:root { ${lightColours} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${darkColours} } }
:root[data-theme="dark"] { ${darkColours} }
* { box-sizing: border-box; }
html { scroll-padding-top: 68px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); overflow-wrap: break-word;
  font: 16px/1.65 Inter, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-color: color-mix(in srgb, currentcolor 40%, transparent); }
a:hover { text-decoration-color: currentcolor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; z-index: 20; padding: 8px 12px; background: var(--bg); }
.top { position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: 16px; min-height: 56px; padding: 8px 24px;
  background: var(--bg); border-bottom: 1px solid var(--line); }
.home { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; color: var(--text); text-decoration: none; }
.tools { display: flex; align-items: center; gap: 8px; }
.tool, .more { height: 36px; padding: 0 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--bg); color: var(--text-2);
  font: inherit; font-size: 14px; line-height: 1; cursor: pointer; white-space: nowrap; }
.tool:hover, .more:hover { background: var(--muted); color: var(--text); }
.tool-menu { display: none; }
.search input { width: 280px; height: 36px; padding: 0 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--side);
  color: var(--text); font: inherit; font-size: 14px; }
.search { position: relative; }
.hits { position: absolute; right: 0; top: 42px; width: min(640px, calc(100vw - 24px)); max-height: min(70vh, 640px); overflow: auto;
  padding: 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--bg); box-shadow: 0 12px 40px var(--shadow); }
.hits[hidden], [hidden] { display: none !important; }
.hits ul { margin: 0; padding: 0; list-style: none; }
.hits a { display: block; padding: 8px 12px; border-radius: 6px; color: var(--text); text-decoration: none; }
.hits a:hover, .hits a:focus { background: var(--soft); outline: none; }
.hits b { display: block; font-weight: 600; }
.hits small { display: block; color: var(--text-3); font-size: 12px; }
.hits p { margin: 2px 0 0; color: var(--text-2); font-size: 13px; line-height: 20px; }
.hits .none { padding: 16px; }
.hits .more { width: 100%; margin-top: 8px; }
mark { padding: 0 1px; border-radius: 2px; background: var(--mark); color: inherit; }
.frame { display: grid; grid-template-columns: 280px minmax(0, 1fr) 240px; align-items: start; max-width: 1680px; margin: 0 auto; }
.side { position: sticky; top: 56px; height: calc(100vh - 56px); overflow: auto; padding: 16px 12px 48px; background: var(--side); border-right: 1px solid var(--line); font-size: 14px; line-height: 20px; }
.side ul { margin: 0; padding: 0; list-style: none; }
.side ul ul { padding-left: 14px; }
.side a, .side button { display: block; width: 100%; padding: 6px 8px; border: 0; border-radius: 6px; background: none; color: var(--text-2); font: inherit; text-align: left; text-decoration: none; cursor: pointer; overflow-wrap: anywhere; }
.side button { position: relative; padding-left: 22px; color: var(--text); font-weight: 500; }
.side button::before { content: ""; position: absolute; left: 8px; top: 12px; width: 6px; height: 6px; border: solid var(--text-3); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
.side button[aria-expanded="true"]::before { top: 11px; transform: rotate(45deg); }
.side [role="tree"] a { padding-left: 22px; }
.side a:hover, .side button:hover { background: var(--muted); color: var(--text); }
.side a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 500; }
.side .all { margin-bottom: 8px; color: var(--text-3); }
main { min-width: 0; padding: 32px 48px 64px; }
main > * { max-width: 860px; margin-left: auto; margin-right: auto; }
.crumbs { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 0; margin-bottom: 8px; color: var(--text-3); font-size: 13px; }
.crumbs i { font-style: normal; opacity: 0.6; }
.title { margin-top: 0; margin-bottom: 24px; }
.title, .md-body h1 { font-size: 28px; line-height: 38px; font-weight: 650; text-wrap: balance; }
.outline { position: sticky; top: 56px; max-height: calc(100vh - 56px); overflow: auto; padding: 32px 24px 32px 0; font-size: 13px; line-height: 20px; }
.outline h2 { margin: 0 0 8px; color: var(--text-3); font-size: 12px; font-weight: 600; }
.outline ul { margin: 0; padding: 0; list-style: none; border-left: 1px solid var(--line); }
.outline a { display: block; padding: 3px 0 3px 12px; margin-left: -1px; border-left: 2px solid transparent; color: var(--text-2); text-decoration: none; }
.outline a:hover, .outline a[aria-current] { color: var(--accent); border-left-color: var(--accent); }
.outline .l1 a { padding-left: 24px; } .outline .l2 a { padding-left: 36px; } .outline .l3 a { padding-left: 48px; }
.files { margin-top: 40px; padding-top: 8px; border-top: 1px solid var(--line); }
.files h2 { font-size: 16px; }
.steps { display: flex; justify-content: space-between; gap: 16px; margin-top: 56px; }
.steps a { display: flex; flex-direction: column; min-width: 0; max-width: 48%; padding: 10px 16px; border: 1px solid var(--line); border-radius: 10px; text-decoration: none; }
.steps a:hover { border-color: var(--accent); }
.steps .next { margin-left: auto; text-align: right; }
.steps small { color: var(--text-3); } .steps b { font-weight: 500; overflow-wrap: anywhere; }
.contents ul { padding-left: 20px; list-style: none; } .contents > ul { padding-left: 0; }
.contents li { margin: 4px 0; } .contents summary { font-weight: 600; cursor: pointer; }
.md-body > :first-child { margin-top: 0; }
.md-body :is(h1, h2, h3, h4, h5, h6) { margin: 28px 0 12px; font-weight: 600; text-wrap: balance; }
.md-body h2 { padding-bottom: 8px; border-bottom: 1px solid var(--line); font-size: 22px; line-height: 32px; }
.md-body h3 { font-size: 18px; line-height: 28px; } .md-body :is(h4, h5, h6) { font-size: 16px; line-height: 24px; }
.md-body :is(h5, h6) { color: var(--text-2); }
.md-body :is(p, ul, ol, dl, blockquote, figure, pre, details, .md-table, .md-callout, .md-math-block) { margin: 16px 0; }
.md-body :is(li, td, th, blockquote, .md-callout) > :first-child { margin-top: 0; }
.md-body :is(li, td, th, blockquote, .md-callout) > :last-child { margin-bottom: 0; }
.md-body :is(ul, ol) { padding-left: 1.7em; } .md-body li > :is(ul, ol) { margin: 4px 0; } .md-body li + li { margin-top: 4px; }
.md-body li.md-task { list-style: none; } .md-body .md-task input { margin: 0 0.35em 0 -1.5em; }
.md-body code, .md-body kbd { font-family: "JetBrains Mono", "SFMono-Regular", Consolas, "Liberation Mono", "PingFang SC", "Microsoft YaHei", monospace; font-size: 0.875em; }
.md-body code { padding: 2px 5px; border-radius: 4px; background: var(--muted); overflow-wrap: anywhere; }
.md-body :is(td, th) code { overflow-wrap: break-word; }
.md-body kbd { padding: 1px 6px; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; background: var(--side); }
.md-body pre { position: relative; overflow: auto; padding: 14px 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--side); line-height: 1.55; tab-size: 4; }
.md-body pre code { padding: 0; background: none; overflow-wrap: normal; white-space: pre; }
.md-body pre code[data-language]::before { content: attr(data-language); position: absolute; right: 10px; top: 2px; color: var(--text-3); font-size: 11px; }
.md-body blockquote { padding: 2px 0 2px 16px; border-left: 3px solid var(--line); color: var(--text-2); }
.md-body img { max-width: 100%; height: auto; border-radius: 4px; }
.md-body hr { height: 1px; margin: 32px 0; border: 0; background: var(--line); }
.md-table { overflow-x: auto; }
.md-body table { border-collapse: collapse; font-size: 14px; line-height: 22px; min-width: min(100%, 320px); }
.md-body :is(th, td) { padding: 8px 12px; border: 1px solid var(--line); vertical-align: top; min-width: 64px; }
.md-body th { background: var(--side); font-weight: 600; text-align: left; }
.md-sheet td { white-space: pre-wrap; padding: 5px 10px; }
.md-callout { padding: 12px 16px; border-left: 3px solid var(--info); border-radius: 6px; background: var(--info-soft); }
.md-callout .md-callout-title { margin: 0 0 4px; font-weight: 600; color: var(--info); }
.md-callout[data-callout="tip"] { border-color: var(--ok); background: var(--ok-soft); } .md-callout[data-callout="tip"] > .md-callout-title { color: var(--ok); }
.md-callout:is([data-callout="warning"], [data-callout="important"]) { border-color: var(--warn); background: var(--warn-soft); } .md-callout:is([data-callout="warning"], [data-callout="important"]) > .md-callout-title { color: var(--warn); }
.md-callout[data-callout="danger"] { border-color: var(--bad); background: var(--bad-soft); } .md-callout[data-callout="danger"] > .md-callout-title { color: var(--bad); }
.md-math-block { overflow-x: auto; text-align: center; }
.md-footnotes { margin-top: 40px; padding-top: 8px; border-top: 1px solid var(--line); color: var(--text-2); font-size: 14px; }
.md-toc { padding: 8px 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--side); }
.md-toc ul { margin: 4px 0; }
.md-lost { padding: 2px 8px; border: 1px dashed var(--line); border-radius: 4px; color: var(--text-2); font-size: 14px; }
.md-body :target { animation: none; background: linear-gradient(var(--soft), var(--soft)); }
.hljs-comment, .hljs-quote { color: var(--c-comment); font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-doctag { color: var(--c-key); }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-char { color: var(--c-string); }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-link { color: var(--c-number); }
.hljs-title, .hljs-section, .hljs-selector-id { color: var(--c-title); }
.hljs-type, .hljs-built_in, .hljs-class, .hljs-selector-class { color: var(--c-type); }
.hljs-attr, .hljs-attribute, .hljs-property, .hljs-variable, .hljs-template-variable { color: var(--c-attr); }
.hljs-tag, .hljs-name, .hljs-meta, .hljs-deletion { color: var(--c-tag); }
.hljs-addition { background: var(--add); } .hljs-deletion { background: var(--del); }
.md-body pre.md-mermaid:has(svg) { padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: #ffffff; text-align: center; white-space: normal; }
.md-mermaid:has(svg) code::before, .md-mermaid:has(svg) code::after { content: none !important; }
.md-request { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 10px; margin: 0 0 20px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--side); }
.md-request .md-address { flex: 1 1 240px; min-width: 0; padding: 0; background: none; font-size: 15px; overflow-wrap: anywhere; }
.md-method, .md-status { display: inline-block; padding: 0 8px; border-radius: 6px; background: var(--muted); color: var(--text-2); font: 700 12px/24px ui-monospace, Consolas, Menlo, monospace; }
.md-method-get, .md-status-ok { background: var(--ok-soft); color: var(--ok); } .md-method-post { background: var(--soft); color: var(--accent); }
.md-method-put, .md-method-patch { background: var(--warn-soft); color: var(--warn); } .md-method-delete, .md-status-bad { background: var(--bad-soft); color: var(--bad); }
.md-method-websocket, .md-method-sse { background: var(--info-soft); color: var(--info); }
.md-tag { padding: 0 8px; border: 1px solid var(--line); border-radius: 6px; color: var(--text-2); font-size: 12px; line-height: 22px; }
.md-response { padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; }
.md-response > summary { margin: 0 -16px; padding: 10px 16px; border-radius: 8px; background: var(--side); font-weight: 600; cursor: pointer; }
.md-response[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.md-body pre.md-mermaid:has(svg) code { display: block; padding: 0; background: none; }
.md-mermaid svg { max-width: 100%; height: auto; }
@media (max-width: 1199px) { .frame { grid-template-columns: 264px minmax(0, 1fr); } .outline { display: none; } main { padding: 28px 32px 56px; } }
@media (max-width: 767px) {
  .top { flex-wrap: wrap; gap: 8px; padding: 8px 16px; position: static; }
  .home { flex-basis: 100%; } .js .home { flex-basis: auto; }
  .tools { flex-wrap: wrap; } .js .tools { display: contents; }
  .js .tool-menu { display: block; } .search { order: 9; flex-basis: 100%; } .search input { width: 100%; font-size: 16px; }
  .hits { left: 0; right: 0; width: auto; }
  .frame { display: flex; flex-direction: column; align-items: stretch; }
  .side { order: 2; position: static; height: auto; border-right: 0; border-top: 1px solid var(--line); }
  .js .side { display: none; order: 0; border-top: 0; border-bottom: 1px solid var(--line); max-height: 60vh; } .js.side-open .side { display: block; }
  main { padding: 20px 16px 48px; }
  .title, .md-body h1 { font-size: 24px; line-height: 32px; } .md-body h2 { font-size: 20px; line-height: 28px; }
  .outline { display: none; }
}
@media print {
  :root, :root[data-theme="dark"], :root:not([data-theme="light"]) { ${lightColours} }
  .top, .side, .outline, .steps, .skip { display: none !important; }
  .frame { display: block; } main { padding: 0; } main > * { max-width: none; }
  body { font-size: 11pt; }
  .md-body pre, .md-body pre code { white-space: pre-wrap; overflow-wrap: anywhere; } .md-table { overflow: visible; }
  .md-body :is(h1, h2, h3, h4, h5, h6) { break-after: avoid; } .md-body :is(tr, img, pre, blockquote) { break-inside: avoid; }
  .md-body thead { display: table-header-group; }
  .md-body a[href^="http"]::after { content: " (" attr(href) ")"; font-size: 0.85em; color: var(--text-3); overflow-wrap: anywhere; }
}
`
