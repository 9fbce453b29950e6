/** The sections of Admin, in the order of its navigation. */
export const sectionIds = [
  'overview',
  'health',
  'users',
  'items',
  'files',
  'settings',
  'sign-in',
  'mail',
  'announcements',
  'backups',
  'showdoc',
  'audit',
  'about',
] as const

/** A section of Admin. */
export type SectionId = (typeof sectionIds)[number]

/** Returns the section named in a URL query; the overview when none is named. */
export const parseSection = (query: URLSearchParams): SectionId =>
  sectionIds.find((id) => id === query.get('section')) ?? 'overview'

/** Returns the path of a section with initial query parameters: a tab, a filter. */
export const sectionPath = (section: SectionId, more: Record<string, string> = {}): string =>
  `/admin/index?${new URLSearchParams({ section, ...more })}`
