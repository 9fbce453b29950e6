import type { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'

/** A template of one's own. */
export type OwnTemplate = Awaited<ReturnType<typeof api.template.getMyList>>[number]

/** A template that somebody shared to an item. */
export type SharedTemplate = Awaited<ReturnType<typeof api.template.getItemList>>[number]

/** A template as the list shows it. */
export interface ListedTemplate {
  /** Unlike any other on its list. */
  id: string
  title: string
  content: string
  /** Who wrote or shared it; empty for one's own. */
  by: string
  /** How many items it is shared to; 0 for those of others. */
  shares: number
}

/** One's own templates as the list shows them. */
export const listOwn = (templates: readonly OwnTemplate[]): ListedTemplate[] =>
  templates.map(({ id, template_title: title, template_content: content, share_item_count: shares }) => ({
    id,
    title,
    content,
    by: '',
    shares,
  }))

/** Shared templates as the list shows them. */
export const listShared = (templates: readonly SharedTemplate[]): ListedTemplate[] =>
  templates.map(({ id, template_title: title, template_content: content, username, name }) => ({
    id,
    title,
    content,
    by: displayName({ name, username }),
    shares: 0,
  }))

/** The lists of templates, in the order of their tabs. */
export type TemplateKind = 'own' | 'shared' | 'builtIn'

/** How long a list is; undefined while it is read, `failed` when it could not be. */
type Length = number | 'failed' | undefined

/** The list to begin with: the first that has something, or that could not be read; undefined while that is not known. */
export function firstKind(lengths: Record<'own' | 'shared', Length>): TemplateKind | undefined {
  for (const kind of ['own', 'shared'] as const) {
    if (lengths[kind] === undefined) return undefined
    if (lengths[kind] !== 0) return kind
  }
  return 'builtIn'
}

/** The templates that hold all words of a search, in title, text or the name of who shared them. */
export function findTemplates(templates: readonly ListedTemplate[], search: string): ListedTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ title, content, by }) => {
    const text = `${title}\n${by}\n${content}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** One's own template of this title, so that it can be replaced instead of being there twice. */
export const findByTitle = (templates: readonly OwnTemplate[], title: string): OwnTemplate | undefined =>
  templates.find(({ template_title }) => template_title.trim() === title.trim())
