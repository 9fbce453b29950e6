import type { MarkdownIt, Token } from 'markdown-it'

/** `- [ ]` and `- [x]`: checkboxes in lists, which cannot be clicked in the rendered text. */
export function taskLists(md: MarkdownIt) {
  md.core.ruler.after('inline', 'task_lists', (state) => {
    const lists: Token[] = []
    state.tokens.forEach((token, at) => {
      if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token)
      else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
      if (token.type !== 'inline' || state.tokens[at - 1]?.type !== 'paragraph_open') return
      const item = state.tokens[at - 2]
      const first = token.children?.[0]
      const box = /^\[([ xX])\](?:\s|$)/.exec(token.content)
      if (item?.type !== 'list_item_open' || !box || first?.type !== 'text') return
      item.attrSet('class', 'md-task')
      lists.at(-1)?.attrSet('class', 'md-tasks')
      first.content = first.content.slice(3).trimStart()
      token.content = token.content.slice(3).trimStart()
      const input = new state.Token('task_box', 'input', 0)
      input.attrSet('type', 'checkbox')
      input.attrSet('disabled', '')
      input.meta = { checked: box[1] !== ' ' }
      if (box[1] !== ' ') input.attrSet('checked', '')
      token.children?.unshift(input)
    })
  })
  md.renderer.rules['task_box'] = (tokens, at, options, _env, renderer) =>
    `${renderer.renderToken(tokens, at, options)} `
}
