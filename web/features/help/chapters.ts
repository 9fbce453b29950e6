/** The chapters of the guide in their order, by what names them in addresses. */
export const chapterIds = [
  'start',
  'items',
  'pages',
  'writing',
  'api-pages',
  'spreadsheets',
  'catalogs',
  'sharing',
  'members',
  'history',
  'attachments',
  'import-export',
  'open-api',
  'keys',
  'administration',
] as const

/** What names a chapter in addresses. */
export type ChapterId = (typeof chapterIds)[number]

/** The chapters of one language, as Markdown. */
export type GuideTexts = Readonly<Record<ChapterId, string>>

/** A part of a chapter: what stands under one of its headings. */
export interface Section {
  heading: string
  /** What follows `#` in its address; empty for the beginning. */
  anchor: string
  text: string
}

/** A chapter, taken apart. */
export interface Chapter {
  id: ChapterId
  title: string
  /** Its Markdown, without the title. */
  markdown: string
  sections: Section[]
}

/** The chapter of an address; the first one where it names none, undefined where it names an unknown one. */
export const parseChapterId = (name: string | undefined): ChapterId | undefined =>
  name === undefined || name === '' ? chapterIds[0] : chapterIds.find((id) => id === name)

/** The address of a chapter. */
export const chapterPath = (id: ChapterId): string => `/help/${id}`
