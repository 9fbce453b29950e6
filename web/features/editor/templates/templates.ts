import type { api } from '#web/lib/api.ts'
import { displayName } from '#web/lib/display-name.ts'

/** One of the user's own templates. */
export type OwnTemplate = Awaited<ReturnType<typeof api.template.getMyList>>[number]

/** A template that a user shared to an item. */
type SharedTemplate = Awaited<ReturnType<typeof api.template.getItemList>>[number]

/** A template as the list shows it. */
export interface ListedTemplate {
  /** Unique in its list. */
  id: string
  title: string
  content: string
  /** The user who wrote or shared it; empty for the user's own. */
  by: string
  /** How many items it is shared to; 0 for templates of others. */
  shares: number
}

/** Returns the user's own templates as the list shows them. */
export const listOwn = (templates: readonly OwnTemplate[]): ListedTemplate[] =>
  templates.map(({ id, template_title: title, template_content: content, share_item_count: shares }) => ({
    id,
    title,
    content,
    by: '',
    shares,
  }))

/** Returns shared templates as the list shows them. */
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

/** The length of a list; undefined while it loads, `failed` when it could not be loaded. */
type Length = number | 'failed' | undefined

/**
 * Returns the list to show first: the first that is not empty, or that could not be loaded; undefined while unknown.
 */
export function firstKind(lengths: Record<'own' | 'shared', Length>): TemplateKind | undefined {
  for (const kind of ['own', 'shared'] as const) {
    if (lengths[kind] === undefined) return undefined
    if (lengths[kind] !== 0) return kind
  }
  return 'builtIn'
}

/**
 * Returns the templates that contain all words of a search, in the title, the text or the name of the user who shared
 * them.
 */
export function findTemplates(templates: readonly ListedTemplate[], search: string): ListedTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ title, content, by }) => {
    const text = `${title}\n${by}\n${content}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Returns the user's own template of this title, so that it can be replaced instead of duplicated. */
export const findByTitle = (templates: readonly OwnTemplate[], title: string): OwnTemplate | undefined =>
  templates.find(({ template_title }) => template_title.trim() === title.trim())
