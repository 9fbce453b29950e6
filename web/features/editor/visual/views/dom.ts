import i18next from 'i18next'

/** Creates an element with attributes and children; text children become text nodes. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

/** Creates an element inside the text that is not editable. */
export const createFixedElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] => createElement(tag, { ...attributes, contenteditable: 'false' }, ...children)

/** Returns the visual editor's texts in the interface language, for what is drawn without React. */
export const getTranslate = () => i18next.getFixedT(null, 'visual-editor')
