import i18next from 'i18next'
import { Body, drawFormula, markdownTexts, resolveAddress } from '#web/features/page/markdown/index.tsx'
import { createElement } from './dom.ts'
import type { Drawing } from './rendered-node-view.ts'

const texts = () => markdownTexts(i18next.getFixedT(null, 'markdown'))

/**
 * Draws Markdown as the viewer does; `toMarkdown` returns the Markdown of a source, or undefined to show the source
 * itself.
 */
export const drawMarkdown =
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
export function fenced(language: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${source}\n${fence}`
}

/** Draws an inline formula. */
export function drawInlineFormula(into: HTMLElement): Drawing {
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
export function drawSource(into: HTMLElement): Drawing {
  return { show: (source) => into.replaceChildren(createElement('code', {}, source)), destroy: () => undefined }
}
