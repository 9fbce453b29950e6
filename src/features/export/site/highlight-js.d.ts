/* What is used of highlight.js. Its own types bring those of the browser into the server. */

declare const hljs: {
  registerLanguage(name: string, language: unknown): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}
export default hljs
