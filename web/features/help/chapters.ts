/** The chapter ids of the guide in order, as used in URLs. */
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
  'showdoc',
  'open-api',
  'keys',
  'administration',
  'directory',
  'single-sign-on',
  'saml',
  'mail',
  'operation',
  'storage',
  'standby',
] as const

/** A chapter's id in URLs. */
export type ChapterId = (typeof chapterIds)[number]

/** The chapters of one language, as Markdown. */
export type GuideTexts = Readonly<Record<ChapterId, string>>

/** A section of a chapter: the text under one of its headings. */
interface Section {
  heading: string
  /** The URL fragment without `#`; empty for the beginning. */
  anchor: string
  text: string
}

/** A parsed chapter. */
export interface Chapter {
  id: ChapterId
  title: string
  /** Its Markdown, without the title. */
  markdown: string
  sections: Section[]
}

/** Returns the chapter of a URL: the first one if it names none, undefined if it names an unknown one. */
export const parseChapterId = (name: string | undefined): ChapterId | undefined =>
  name === undefined || name === '' ? chapterIds[0] : chapterIds.find((id) => id === name)

/** Returns the path of a chapter. */
export const chapterPath = (id: ChapterId): string => `/help/${id}`
