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
  /** The index of its heading in the document, from 1. */
  heading: number
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
  /** The index of its heading in the document, from 1. */
  heading: number
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
  page_id: number
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

/** A former version of a page, as the database has it. */
export interface ArchivedVersion {
  page_id: number
  cat_id: number
  page_title: string
  s_number: number
  author_username: string
  addtime: number
  page_comments: string
  page_version: number
  /** Its text, compressed with zstd. */
  packed: Uint8Array
}

/** A comment on a page, as the archive has it. */
export interface ArchivedComment {
  comment_id: number
  page_id: number
  /** The comment that it replies to; 0 for none. */
  parent_id: number
  author: string
  content: string
  is_deleted: boolean
  created_at: number
}

/** A page in `docstead.json`, without its text: `docs/bundle-format.md` says what the fields are. */
export interface BundlePage {
  page_id: number
  cat_id: number
  page_title: string
  s_number: number
  path: string
  page_comments: string
  is_draft: boolean
  author: string
  created_at: number
  saved_at: number
  page_version: number
  files?: string[]
  shown_files?: string[]
  mock?: { path: string; template: string }
}

/**
 * The parts of a Markdown archive, in order: pages, files, former versions, comments, pieces of `docstead.json` up to
 * its end, and finally pieces of the item file.
 */
export type MarkdownPart =
  | { page: MarkdownPage }
  | { file: { path: string; from: string; packs: boolean } }
  | { version: ArchivedVersion }
  | { comment: ArchivedComment }
  | { bundle: string }
  | { bundlePage: BundlePage }
  | { bundleEnd: true }
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
  /** The decoder for WebP images, as WebAssembly. */
  webp: Uint8Array
  lang: 'en' | 'zh'
}

/** The settings of a whole Word document. */
export interface WordFrame extends DocumentFrame {
  kind: 'docx'
  /** The number and the own address of the item, as links to its pages have them. */
  items: string[]
  /** The index of the heading of each page, by its id; empty for a page that has none. */
  headings: [page_id: number, heading: number][]
  /** The product's font, packed, for the texts in diagrams. */
  font: Uint8Array
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
  /** The number and the own address of the item, as links to its pages have them. */
  items: string[]
  /** The origin of the site's address; empty when none is configured. */
  origin: string
  /** The path of each page in the archive, by its id. */
  paths: [page_id: number, path: string][]
}

/** What an imported API description says beside its operations. */
export interface ApiHead {
  /** Its format and name. */
  description: string
  /** The item's name and description after the import. */
  item_name: string
  item_description: string
  /** OpenAPI 3.1 without paths and webhooks: JSON as raw deflate. */
  head: Uint8Array
}

/** The settings of a whole file of API pages. */
export interface ApiFrame {
  kind: 'openapi' | 'openapi-yaml' | 'postman'
  title: string
  description: string
  /** Whether it has the whole item, so that what belongs to no page may be in it. */
  isWhole: boolean
  /** Whether the user may see only a part of the item. */
  isLimited: boolean
  /** The item's parameters for API pages. */
  globals: unknown
  heads: ApiHead[]
  /** The environments of the item; the values of secret variables are empty. */
  environments: {
    env_name: string
    base_url: string
    variables: { name: string; value: string; is_secret: boolean }[]
  }[]
  /** The names of the catalog of operations without a group. */
  nameless: string[]
  lang: 'en' | 'zh'
}

/** A page of a file of API pages, and what its import has left. */
export interface ApiPage {
  title: string
  /** The names of its catalogs. */
  folders: string[]
  text: string
  imported?: {
    title: string
    description: string
    /** The text that the import gave it, as raw deflate. */
    packed: Uint8Array
    /** A `PageSource` as JSON in raw deflate; empty for none. */
    source: Uint8Array
  }
}

/** The parts of a file of API pages, in reading order. */
export type ApiPart = { page: ApiPage } | { folder: string[] }

/** The settings of a whole Excel file. */
export interface SheetFrame {
  kind: 'xlsx'
  lang: 'en' | 'zh'
}

/** A page of an Excel file. */
export interface SheetPart {
  title: string
  text: string
  /** Whether it is the only page, so that its sheets keep their names. */
  isOnly: boolean
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
  /** The files that it shows, and their paths in the site. */
  files: { file: ExportFile; path: string }[]
  /** Its attachments. */
  attached: { name: string; path: string }[]
}

/** The parts of a site, in order: pages, then files. */
export type SitePart = { sitePage: SitePage } | { file: { path: string; from: string; packs: boolean } }

/** The settings of a whole file, by format. */
export type ExportFrame = WordFrame | PdfFrame | MarkdownFrame | ApiFrame | SheetFrame | SiteFrame

/** A part of a file. Each format receives its own. */
export type ExportPart = DocumentPart | MarkdownPart | ApiPart | SheetPart | SitePart

/** A file before its texts have been read: its settings, and its parts, which are read while it is written. */
export interface ExportDraft {
  frame: ExportFrame
  /** Yields lists of parts in order; empty lists are skipped. A part with a `page` counts as a page in the progress. */
  parts: AsyncIterable<ExportPart[]>
}

/** What could not be put into a file as it is: where, why, and the affected text. */
export interface ExportNote {
  page_title: string
  /**
   * `glyphs`: the font has none for these characters; `source`: a part of the page is shown as its source; `notApi`: it
   * describes no request, and stands in the file beside those that do; `duplicate`: another page has the same method and
   * path, and this one stands in an extension; `renamed`: the name of its operation or sheet is taken; `notSheet`: it is
   * no spreadsheet, and left out; `cut`: a cell has more text than the format holds; `formula`: a formula that leads out
   * of the book is its last value; `missing`: a file of the project is no longer on the server.
   */
  reason: 'glyphs' | 'source' | 'notApi' | 'duplicate' | 'renamed' | 'notSheet' | 'cut' | 'formula' | 'missing'
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
 * The worker's messages: it needs more parts, the file is written, the file is too large, no page has what the format
 * holds, or a page has too many cells.
 */
export type ExportWorkerResponse = 'more' | { done: ExportNote[] } | 'tooLarge' | 'nothing' | { tooManyCells: string }
