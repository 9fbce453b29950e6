import { keydownHandler } from '@milkdown/kit/prose/keymap'
import { type EditorState, Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import i18next from 'i18next'
import { FindPanel, type FindQuery, getFindLabels } from '#web/features/editor/core/index.tsx'
import { announce } from '#web/lib/live-region.ts'
import { closeFind, openFind, refreshFind, replaceEvery, replaceOne, stepThroughHits } from './find-commands.ts'
import { changeFind, type FindState, findField, findKey, getFindState } from './find-state.ts'

/** How long typing has to pause before the search runs again, in ms. */
const restMs = 200

const words = () => i18next.getFixedT(null, 'source-editor')

/** The panel above the text, for as long as it is open. */
class FindView {
  readonly #view: EditorView
  #panel: FindPanel | undefined
  #timer = 0

  constructor(view: EditorView) {
    this.#view = view
  }

  update(view: EditorView, former: EditorState): void {
    const now = getFindState(view.state)
    const before = getFindState(former)
    if (now === before) return
    if (!now.isOpen) return this.#close()
    const panel = this.#panel ?? this.#open(now.query)
    panel.show(now.query)
    if (now.opened !== before.opened) panel.select()
    panel.showReplace(now.isReplacing)
    panel.changed()
    if (now.isStale) {
      window.clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => refreshFind(view), restMs)
    }
  }

  destroy(): void {
    this.#close()
  }

  #open(query: FindQuery): FindPanel {
    const view = this.#view
    const run = (command: typeof replaceOne) => () => void command(view.state, view.dispatch, view)
    const change = (what: Parameters<typeof changeFind>[1]) => view.dispatch(changeFind(view.state.tr, what))
    const panel = new FindPanel(getFindLabels(words()), query, {
      find: (next) => change({ query: next }),
      count: () => {
        const { finder, hits, at } = getFindState(view.state)
        return finder && { at: at + 1, total: hits.length }
      },
      next: run(stepThroughHits(1)),
      previous: run(stepThroughHits(-1)),
      replace: run(replaceOne),
      replaceAll: () => announce(words()('search.replaced').replace('$', String(replaceEvery(view)))),
      showReplace: (isShown) => change({ isReplacing: isShown }),
      close: run(closeFind),
    })
    this.#panel = panel
    // outside the scrolling element
    view.dom.parentElement?.parentElement?.before(panel.dom)
    return panel
  }

  #close() {
    window.clearTimeout(this.#timer)
    this.#panel?.destroy()
    this.#panel?.dom.remove()
    this.#panel = undefined
  }
}

/** Find and replace, in a panel above the text: the source mode's panel, with the same keys. */
export function findPlugin(): Plugin<FindState> {
  const handle = keydownHandler({
    'Mod-f': openFind(false),
    'Mod-h': openFind(true),
    F3: stepThroughHits(1),
    'Shift-F3': stepThroughHits(-1),
    'Mod-g': stepThroughHits(1),
    'Mod-Shift-g': stepThroughHits(-1),
    Escape: closeFind,
  })
  return new Plugin<FindState>({
    key: findKey,
    state: findField,
    props: {
      decorations: (state) => getFindState(state).marked,
      handleKeyDown: (view, event) => !event.isComposing && !view.composing && handle(view, event),
    },
    view: (view) => new FindView(view),
  })
}
