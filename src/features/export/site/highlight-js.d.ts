/* What is used of highlight.js. Its own types bring those of the browser into the server. */

declare const hljs: {
  registerLanguage(name: string, language: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}
// oxlint-disable-next-line import/no-default-export -- the module that it describes has one
export default hljs
