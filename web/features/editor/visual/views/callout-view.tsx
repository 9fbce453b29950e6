import type { Node } from '@milkdown/kit/prose/model'
import type { EditorView, NodeView, ViewMutationRecord } from '@milkdown/kit/prose/view'
import type { ReactNode } from 'react'
import { calloutKinds } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { createElement, createFixedElement } from './dom.ts'
import { getNodePortals } from './node-portals.ts'
import styles from './views.module.css'

/** A callout as the viewer shows it; its header chooses the kind and takes a custom title. */
export class CalloutView implements NodeView {
  readonly dom: HTMLElement
  readonly contentDOM: HTMLElement
  readonly #head = createFixedElement('div', { class: `md-callout-title ${styles['calloutHead']}` })
  readonly #part: { show: (next: ReactNode) => void; remove: () => void }
  readonly #view: EditorView
  readonly #getPos: () => number | undefined
  #node: Node

  constructor(node: Node, view: EditorView, getPos: () => number | undefined) {
    this.#node = node
    this.#view = view
    this.#getPos = getPos
    this.contentDOM = createElement('div')
    this.dom = createElement('div', { class: 'md-callout', 'data-callout': this.#kind }, this.#head, this.contentDOM)
    this.#part = getNodePortals(view).add(this.#head, this.#drawHead())
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    const isOther = node.attrs !== this.#node.attrs
    this.#node = node
    if (!isOther) return true
    this.dom.dataset['callout'] = this.#kind
    this.#part.show(this.#drawHead())
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof window.Node && this.#head.contains(event.target)
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target)
  }

  destroy(): void {
    this.#part.remove()
  }

  get #kind(): string {
    return String(this.#node.attrs['kind'])
  }

  #drawHead() {
    const { title } = this.#node.attrs
    return (
      <CalloutHeader kind={this.#kind} title={String(title ?? '')} onChange={this.#change} onDone={this.#goInside} />
    )
  }

  readonly #change = (attrs: { kind?: string; title?: string }) => {
    const pos = this.#getPos()
    if (pos === undefined) return
    const next = { ...this.#node.attrs, ...attrs, ...(attrs.kind && { written: '' }) }
    this.#view.dispatch(this.#view.state.tr.setNodeMarkup(pos, undefined, next))
  }

  readonly #goInside = () => this.#view.focus()
}

/** The header of a callout: chooses its kind, and edits a custom title that replaces the kind's name. */
function CalloutHeader(props: {
  kind: string
  title: string
  onChange: (attrs: { kind?: string; title?: string }) => void
  onDone: () => void
}) {
  const { kind, title, onChange, onDone } = props
  const { t } = useTranslation(['visual-editor', 'markdown'])
  const known = calloutKinds.find((one) => one === kind) ?? 'note'
  const word = t(`markdown:callout.${known}`)
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.calloutKind} aria-label={t('callout.kind', { kind: word })}>
            {word}
            <ChevronDownIcon />
          </button>
        }
        entries={calloutKinds.map((one) => ({
          id: one,
          label: t(`markdown:callout.${one}`),
          checked: one === kind,
          onSelect: () => onChange({ kind: one }),
        }))}
        onCloseFocus={() => {
          onDone()
          return true
        }}
      />
      <input
        className={styles.calloutTitle}
        value={title}
        aria-label={t('callout.title')}
        placeholder={t('callout.titleHint')}
        onChange={(event) => onChange({ title: event.target.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          onDone()
        }}
      />
    </>
  )
}
