import type { Node } from '@milkdown/kit/prose/model'
import type { EditorView, NodeView, ViewMutationRecord } from '@milkdown/kit/prose/view'
import { type ReactNode, useMemo } from 'react'
import { languageNames } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { isDrawn } from '../menus/insert.ts'
import { createElement, createFixedElement } from './dom.ts'
import { getNodePortals } from './node-portals.ts'
import styles from './views.module.css'

/** From this many lines on they are numbered, as in the viewer. */
const numberedFrom = 6

const languageOf = (node: Node) => String(node.attrs['language'])

const drawn = ['mermaid', 'math']

/** The bar above a block of code: a language picker, and a copy button. */
function CodeBar(props: { language: string; onLanguage: (language: string) => void; read: () => string }) {
  const { language, onLanguage, read } = props
  const { t } = useTranslation('visual-editor')
  const [copied, copy] = useCopy()
  const options = useMemo(() => {
    const names = [...languageNames, ...drawn].sort()
    const all = language === '' || names.includes(language) ? names : [language, ...names]
    return [{ value: '', label: t('code.plain') }, ...all.map((name) => ({ value: name, label: name }))]
  }, [language, t])
  return (
    <>
      <span className={styles.language}>
        <Combobox
          size="s"
          options={options}
          value={language}
          label={t('code.language')}
          emptyText={t('code.noLanguage')}
          onValue={(next) => onLanguage(next ?? '')}
        />
      </span>
      <IconButton size="s" label={copied ? t('code.copied') : t('code.copy')} onClick={() => void copy(read())}>
        {copied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
    </>
  )
}

/** A block of code as the viewer frames it: a bar with the language and a copy button, line numbers, the text. */
export class CodeView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #bar = createFixedElement('div', { class: 'md-code-bar' })
  readonly #pre: HTMLElement
  readonly #numbers = createFixedElement('span', { class: 'md-code-numbers', 'aria-hidden': 'true' })
  readonly #part: { show: (next: ReactNode) => void; remove: () => void }
  readonly #view: EditorView
  readonly #getPos: () => number | undefined
  #node: Node
  #lines = 0

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    this.#node = node
    this.#view = view
    this.#getPos = getPos
    this.contentDOM = createElement('code')
    this.#pre = createElement('pre', {}, this.contentDOM)
    this.dom = createElement('div', { class: 'md-code' }, this.#bar, this.#pre)
    this.#part = getNodePortals(view).add(this.#bar, this.#drawBar())
    this.#count()
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || isDrawn(node)) return false
    const isOther = languageOf(node) !== languageOf(this.#node)
    this.#node = node
    if (isOther) this.#part.show(this.#drawBar())
    this.#count()
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof window.Node && this.#bar.contains(event.target)
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target)
  }

  destroy(): void {
    this.#part.remove()
  }

  #drawBar() {
    return (
      <CodeBar language={languageOf(this.#node)} onLanguage={this.#setLanguage} read={() => this.#node.textContent} />
    )
  }

  readonly #setLanguage = (language: string) => {
    const pos = this.#getPos()
    if (pos === undefined) return
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(pos, 'language', language))
    this.#view.focus()
  }

  #count() {
    const lines = this.#node.textContent.split('\n').length
    if (lines === this.#lines) return
    this.#lines = lines
    if (lines < numberedFrom) this.#numbers.remove()
    else {
      this.#numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join('\n')
      this.#pre.prepend(this.#numbers)
    }
  }
}
