import type { Node } from '@milkdown/kit/prose/model'
import type { Transaction } from '@milkdown/kit/prose/state'
import i18next from 'i18next'
import { Body, drawFormula, markdownTexts, resolveAddress } from '#web/features/page/markdown/index.tsx'
import { createElement, getTranslate } from './dom.ts'
import { isShownAlone, protectedKind } from './protected-kind.ts'
import type { Drawing, RenderedNodeKind } from './rendered-node-view.ts'

const sourceOf = (node: Node) => String(node.attrs['source'])
const writeSource = (tr: Transaction, pos: number, _node: Node, source: string) =>
  tr.setNodeAttribute(pos, 'source', source)

const texts = () => markdownTexts(i18next.getFixedT(null, 'markdown'))

/**
 * Draws Markdown as the viewer does; `toMarkdown` returns the Markdown of a source, or undefined to show the source
 * itself.
 */
const drawMarkdown =
  (toMarkdown: (source: string) => string | undefined) =>
  (into: HTMLElement): Drawing => {
    const newBody = () => new Body(into, { texts: texts(), resolveUrl: resolveAddress })
    let body = newBody()
    let lang = i18next.language
    return {
      show: (source) => {
        if (lang !== i18next.language) {
          body.destroy()
          body = newBody()
          lang = i18next.language
        }
        const markdown = toMarkdown(source)
        body.show(markdown ?? '')
        const isSeen = into.textContent?.trim() !== '' || into.querySelector('img,hr,table,input') !== null
        if (markdown === undefined || !isSeen) body.show(fenced('', source))
      },
      destroy: () => body.destroy(),
    }
  }

/** Returns a source as a block of code of this language. */
function fenced(language: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${source}\n${fence}`
}

/** Draws an inline formula. */
function drawInlineFormula(into: HTMLElement): Drawing {
  return {
    show: (source) => {
      const formula = createElement('span', { class: 'md-math' }, source)
      into.replaceChildren(formula)
      drawFormula(formula, texts()).catch(reportError)
    },
    destroy: () => undefined,
  }
}

/** Shows a piece of source as it is written. */
function drawSource(into: HTMLElement): Drawing {
  return { show: (source) => into.replaceChildren(createElement('code', {}, source)), destroy: () => undefined }
}

/** A block formula. */
export const mathBlock: RenderedNodeKind = {
  isInline: false,
  sourceOf,
  write: writeSource,
  nameOf: (source) => getTranslate()('drawn.formula', { source: source.slice(0, 200) }),
  draw: drawMarkdown((source) => fenced('math', source)),
}

/** An inline formula. */
export const mathInline: RenderedNodeKind = { ...mathBlock, isInline: true, draw: drawInlineFormula }

/** A block of code shown as a drawing: Mermaid, or a formula in a fence. */
export const drawnCode = (language: string): RenderedNodeKind => ({
  isInline: false,
  sourceOf: (node) => node.textContent,
  write: (tr, pos, node, source) => {
    const from = pos + 1
    const to = from + node.content.size
    return source === '' ? tr.delete(from, to) : tr.replaceWith(from, to, node.type.schema.text(source))
  },
  nameOf: (source) =>
    getTranslate()(language === 'mermaid' ? 'drawn.diagram' : 'drawn.formula', { source: source.slice(0, 200) }),
  draw: drawMarkdown((source) => fenced(language, source)),
})

/** A block that visual mode cannot express. `finish` converts it by its new source. */
export const protectedBlock = (finish: RenderedNodeKind['finish']): RenderedNodeKind => ({
  isInline: false,
  sourceOf,
  write: writeSource,
  nameOf: (source) => getTranslate()(`protected.${protectedKind(source)}`),
  draw: drawMarkdown((source) => (isShownAlone(source) ? source : undefined)),
  hasHeader: true,
  ...(finish && { finish }),
})

/** A piece of a line that visual mode cannot express. */
export const protectedInline: RenderedNodeKind = {
  isInline: true,
  sourceOf,
  write: writeSource,
  nameOf: (source) => getTranslate()('protected.inline', { source: source.slice(0, 200) }),
  draw: drawSource,
}
