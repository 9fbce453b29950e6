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

/** A page of a document that is read from start to end: Word, PDF. */
export interface DocumentPage {
  page_id: number
  title: string
  /** The level of its heading, from 1; 0 when the page is the whole document. */
  level: number
  /** The number before its title, such as `2.1`. */
  number: string
  text: string
  files: ExportFile[]
}

/** A catalog of a document, which becomes a heading. */
export interface DocumentCatalog {
  name: string
  level: number
  number: string
}

/** The parts of a document, in order. */
export type DocumentPart = { page: DocumentPage } | { catalog: DocumentCatalog }

/** An entry of a table of contents. */
export interface ContentsEntry {
  title: string
  level: number
  /** The index of its heading from 1. */
  heading: number
}

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

/** The settings of a whole document. */
interface DocumentFrame {
  title: string
  description: string
  /** The entries of the table of contents; empty for none. */
  contents: ContentsEntry[]
  /** The item's parameters for API pages. */
  globals: unknown
  item_type: number
  /** The base of relative addresses; empty when none is configured. */
  site_url: string
  lang: 'en' | 'zh'
}

/** The settings of a whole Word document. */
export interface WordFrame extends DocumentFrame {
  kind: 'docx'
}

/** The settings of a whole PDF file. */
export interface PdfFrame extends DocumentFrame {
  kind: 'pdf'
  /** The lines under the title: the item, the date. */
  facts: string[]
  /** Whether the file begins with a cover. */
  hasCover: boolean
  /** The pages in the file, to which links can lead. */
  page_ids: number[]
  /** The product's font, packed, and those for formulas by name. */
  fonts: { text: Uint8Array; formulas: [name: string, bytes: Uint8Array][] }
  /** The paths of the site's own fonts, which are searched first. */
  siteFonts: string[]
  /** Texts on every page; empty for none. */
  header: string
  footer: string
  watermark: string
}

/** The settings of a whole Markdown archive. */
export interface MarkdownFrame {
  kind: 'markdown'
  /** The item's parameters for API pages. */
  globals: unknown
  lang: 'en' | 'zh'
}

/** The settings of a whole file, by format. */
export type ExportFrame = WordFrame | PdfFrame | MarkdownFrame

/** A part of a file. Each format receives its own. */
export type ExportPart = DocumentPart | MarkdownPart

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
