/** The types of items that can be made. Source: specification, item types. */
export type PlanItemType = 0 | 1 | 2 | 3 | 4

/** What an import would write: an item with its catalogs and pages, in order, and what became of the rest. */
export interface ImportPlan extends FilePlan {
  /** How many pictures lie on other hosts than the site's own without https. Counted where the texts are: a check goes on without them. */
  http_pictures: number
}

/** What a file of one kind says. */
export interface FilePlan {
  /** `showdoc-old` is the layout with `prefix_info.json`. */
  source: 'showdoc' | 'showdoc-old' | 'markdown' | 'openapi' | 'postman'
  item: PlanItem
  /** First-level catalogs. Catalogs lie at most three levels deep; two of one name never lie side by side. */
  catalogs: PlanCatalog[]
  /** The pages outside all catalogs. */
  pages: PlanPage[]
  /** Files and pages that are left out, with the reason. */
  skipped: SkippedPart[]
  /** What was changed so that it could be kept. */
  notes: PlanNote[]
  /** Pictures and attachments that come along; only our own exports bring some. */
  files: PlanFile[]
}

/** A file that comes along. */
export interface PlanFile {
  /** The sign it gets; the texts of the plan lead to it already. */
  sign: string
  display_name: string
  sizeBytes: number
  /** Where its bytes have been put; empty in a check, which does without them. */
  path: string
}

/** The item that a file describes. */
export interface PlanItem {
  /** At most 200 characters; empty when the file does not say. */
  item_name: string
  item_description: string
  item_type: PlanItemType
  /** The access password in clear; '' when the file brings none. */
  password: string
  /** For members only though there is no password: the file says so, or does not say who may read it. */
  isPrivate: boolean
}

/** A catalog with what is in it. */
export interface PlanCatalog {
  cat_name: string
  /** Place among its neighbours, smaller first; 99 when the file does not say. */
  s_number: number
  catalogs: PlanCatalog[]
  pages: PlanPage[]
}

/** A page to write. */
export interface PlanPage {
  /** 1 to 200 characters, once in its catalog. */
  page_title: string
  page_content: string
  s_number: number
  /** The remark beside a version. */
  page_comments: string
  /** The file says that only its author saw this page. */
  is_draft: boolean
  /** What menus show of it; empty for plain text. */
  ext_info: string
  /** The signs of its files. */
  files: string[]
}

/**
 * `notMarkdown`: a file of another kind, such as an image; `notText`: its bytes are no text; `titleTooLong`: over 200
 * characters; `pageTooLarge`: over the limit of a page; `fileMissing`: named by the item file, but not in the archive;
 * `fileTooLarge`: over the limits of an attachment; `fileRefused`: of a kind that is not taken.
 */
export type SkipReason =
  | 'notMarkdown'
  | 'notText'
  | 'titleTooLong'
  | 'pageTooLarge'
  | 'fileMissing'
  | 'fileTooLarge'
  | 'fileRefused'

/** What is left out. */
export interface SkippedPart {
  /** Its path in the archive, or the path of its page. */
  name: string
  reason: SkipReason
}

/**
 * `folded`: lay deeper than three levels and is now in the third; `renamed`: another page of its catalog has that
 * title; `untitled`: had no title; `nameCut`: a name over 200 characters was cut; `merged`: catalogs of one name were
 * joined; `controlsRemoved`: control characters were taken out; `encodingGuessed`: not Unicode, read as GB18030 or
 * Big5; `asJsonText`: of a kind that does not exist here, kept as JSON in a code block; `typeChanged`: the item is of a
 * kind that does not exist here, or of a one-page kind with several pages, and becomes a regular one; `shortened`: a
 * description or remark over its limit was cut; `schemaCut`: its schema leads back to itself or grows without end, and is
 * left out from some depth on.
 */
export type NoteReason =
  | 'folded'
  | 'renamed'
  | 'untitled'
  | 'nameCut'
  | 'merged'
  | 'controlsRemoved'
  | 'encodingGuessed'
  | 'asJsonText'
  | 'typeChanged'
  | 'shortened'
  | 'schemaCut'

/** What was changed. */
export interface PlanNote {
  /** The path of the page or catalog, parts joined with ` / `. */
  name: string
  reason: NoteReason
}
