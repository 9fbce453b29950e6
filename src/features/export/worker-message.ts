/** An image or attachment on the server's disk that a page shows. */
export interface ExportFile {
  /** The token in its addresses. */
  sign: string
  /** The path of the stored file. */
  path: string
  /** Its media type. */
  type: string
  display_name: string
  /** In pixels; 0 for files that are no images. */
  width: number
  height: number
}

/** A page of a Word document. */
export interface WordPage {
  title: string
  /** The level of its heading, from 1; 0 when the page is the whole document. */
  level: number
  /** The number before its title, such as `2.1`. */
  number: string
  text: string
  files: ExportFile[]
}

/** A catalog of a Word document, which becomes a heading. */
export interface WordCatalog {
  name: string
  level: number
  number: string
}

/** The parts of a Word document, in order. */
export type WordPart = { page: WordPage } | { catalog: WordCatalog }

/** A page as a readable file in a Markdown archive. */
export interface MarkdownPage {
  /** Its path in the archive. */
  path: string
  text: string
  /** The relative addresses of the files that it shows, by sign. */
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

/** The parts of a Markdown archive, in order: pages, files, and finally pieces of the item file. */
export type MarkdownPart =
  | { page: MarkdownPage }
  | { file: { path: string; from: string; packs: boolean } }
  | { info: string }
  | { infoPage: InfoPage; text: string }

/** The settings of a whole Word document. */
export interface WordFrame {
  kind: 'docx'
  title: string
  description: string
  /** The entries of the table of contents, each with the index of its heading from 1; empty for none. */
  contents: { title: string; level: number; heading: number }[]
  /** The item's parameters for API pages. */
  globals: unknown
  item_type: number
  /** The base of relative addresses; empty when none is configured. */
  site_url: string
  lang: 'en' | 'zh'
}

/** The settings of a whole Markdown archive. */
export interface MarkdownFrame {
  kind: 'markdown'
  /** The item's parameters for API pages. */
  globals: unknown
  lang: 'en' | 'zh'
}

/** A page in the tree of a site. */
export interface SiteEntry {
  page_id: number
  title: string
  /** Its path in the archive, as a file name: not encoded. */
  path: string
}

/** A catalog in the tree of a site. */
export interface SiteBranch {
  title: string
  nodes: SiteNode[]
}

/** What the tree of a site consists of. */
export type SiteNode = SiteEntry | SiteBranch

/** The settings of a whole site. */
export interface SiteFrame {
  kind: 'site'
  title: string
  description: string
  /** The pages and catalogs in reading order. A page's number is its position among the pages, from 0. */
  nodes: SiteNode[]
  /** The item's parameters for API pages. */
  globals: unknown
  item_type: number
  /** The address of the product, for links to pages that are not in the site; empty when none is configured. */
  site_url: string
  /** The address under which the site will be served, with a slash at its end; empty for a folder on a disk. */
  base_address: string
  lang: 'en' | 'zh'
}

/** The content of a page of a site. */
export interface SitePage {
  /** Its number in the tree. */
  number: number
  text: string
  /** The paths of the files that it shows, by sign. */
  files: [sign: string, path: string][]
  /** Its attachments. */
  attached: { name: string; path: string }[]
}

/** The parts of a site, in order: pages, then files. */
export type SitePart = { sitePage: SitePage } | { file: { path: string; from: string; packs: boolean } }

/** The settings of a whole file, by format. */
export type ExportFrame = WordFrame | MarkdownFrame | SiteFrame

/** A part of a file. Each format receives its own. */
export type ExportPart = WordPart | MarkdownPart | SitePart

/** A file before its texts have been read: its settings, and its parts, which are read while it is written. */
export interface ExportDraft {
  frame: ExportFrame
  /** Yields lists of parts in order; empty lists are skipped. */
  parts: AsyncIterable<ExportPart[]>
}

/** What could not be put into a file as it is: where, why, and the affected text. */
export interface ExportNote {
  page_title: string
  /** `glyphs`: the font has none for these characters; `source`: a part of the page is shown as its source. */
  reason: 'glyphs' | 'source'
  detail: string
}

/** The data that the export worker is started with. */
export interface ExportWorkerData {
  docsteadWorker: 'export'
  /** The file to write. */
  path: string
  frame: ExportFrame
}

/**
 * The worker's messages: it needs more parts, the file is written, the file is too large, or a page has too many cells.
 */
export type ExportWorkerResponse = 'more' | { done: ExportNote[] } | 'tooLarge' | { tooManyCells: string }
