/** A picture or attachment on this machine, as a page shows it. */
export interface ExportFile {
  /** What stands in the page's addresses. */
  sign: string
  /** Where its bytes lie. */
  path: string
  /** Its media type. */
  type: string
  display_name: string
  /** In pixels; 0 for what is no picture. */
  width: number
  height: number
}

/** A page of a Word document. */
export interface WordPage {
  title: string
  /** Which heading it gets, from 1; 0 when the page is the whole document. */
  level: number
  /** The number before its title, such as `2.1`. */
  number: string
  text: string
  files: ExportFile[]
}

/** A catalog of a Word document, which is a heading. */
export interface WordCatalog {
  name: string
  level: number
  number: string
}

/** What a Word document is made of, in order. */
export type WordPart = { page: WordPage } | { catalog: WordCatalog }

/** A page in a Markdown archive: a file for people. */
export interface MarkdownPage {
  /** Its path in the archive. */
  path: string
  text: string
  /** Where the files that it shows lie, as seen from it, by their sign. */
  addresses: [sign: string, address: string][]
}

/** A page in the item file of a Markdown archive. */
export interface InfoPage {
  page_id: string
  page_title: string
  cat_id: string
  s_number: string
  page_comments: string
  is_draft: string
  /** The signs of its attachments. */
  files: string[]
}

/** What a Markdown archive is made of, in order: pages, files, and at last pieces of the item file. */
export type MarkdownPart =
  | { page: MarkdownPage }
  | { file: { path: string; from: string; packs: boolean } }
  | { info: string }
  | { infoPage: InfoPage; text: string }

/** What is the same for all of a Word document. */
export interface WordFrame {
  kind: 'word'
  title: string
  description: string
  /** The entries of the table of contents, each with the place of its heading among all from 1; empty for none. */
  contents: { title: string; level: number; heading: number }[]
  /** Parameters of the whole item, for API pages. */
  globals: unknown
  /** 4 for spreadsheets. */
  item_type: number
  /** Where relative addresses lead; empty when nobody has said. */
  site_url: string
  lang: 'en' | 'zh'
}

/** What is the same for all of a Markdown archive. */
export interface MarkdownFrame {
  kind: 'markdown'
  /** Parameters of the whole item, for API pages. */
  globals: unknown
  lang: 'en' | 'zh'
}

/** What the export worker is started with. */
export interface ExportWorkerData {
  docsteadWorker: 'export'
  /** The file to write. */
  path: string
  frame: WordFrame | MarkdownFrame
}

/** What the worker is sent, each time that it asks; an empty list ends it. */
export type ExportParts = WordPart[] | MarkdownPart[]

/** What the worker says: it wants more, the file is written, it has grown too large, or a page has too many cells. */
export type ExportWorkerResponse = 'more' | 'done' | 'tooLarge' | { tooManyCells: string }
