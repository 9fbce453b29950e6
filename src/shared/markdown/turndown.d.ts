declare module 'turndown' {
  import type { HtmlElement, HtmlNode } from '#shared/markdown/html-node.ts'

  interface Rule {
    filter: string | string[] | ((node: HtmlElement) => boolean)
    replacement: (content: string, node: HtmlElement) => string
  }
  type Plugin = (service: TurndownService) => void
  export default class TurndownService {
    constructor(options?: Record<string, string>)
    addRule(name: string, rule: Rule): this
    keep(tags: string[]): this
    remove(tags: string[]): this
    use(plugins: Plugin[]): this
    escape(text: string): string
    turndown(node: HtmlNode): string
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  type Plugin = (service: TurndownService) => void
  export const highlightedCodeBlock: Plugin
  export const strikethrough: Plugin
  export const taskListItems: Plugin
}
