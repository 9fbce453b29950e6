/** The parts of the console, in the order of its navigation. */
export const sectionIds = [
  'overview',
  'users',
  'items',
  'files',
  'settings',
  'sign-in',
  'announcements',
  'audit',
  'about',
] as const

/** One part of the console. */
export type SectionId = (typeof sectionIds)[number]

/** The part that an address names; the overview when it names none. */
export const parseSection = (query: URLSearchParams): SectionId =>
  sectionIds.find((id) => id === query.get('section')) ?? 'overview'

/** The path of a part, with what it begins with: a tab, a filter. */
export const sectionPath = (section: SectionId, more: Record<string, string> = {}): string =>
  `/admin/index?${new URLSearchParams({ section, ...more })}`
