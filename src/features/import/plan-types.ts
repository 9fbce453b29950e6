import type { ApiChange } from '#shared/api-doc/diff/changes.ts'
import type { ImportFormat } from '#shared/import-formats.ts'

/**
 * The content that an import would write: an item with its catalogs and pages, in order, and what happened to the rest.
 */
export interface ImportPlan extends FilePlan {
  /**
   * The number of images on other hosts without https. Counted in the worker, which has the texts: a check does without
   * them.
   */
  http_pictures: number
  /** Set for an API description that is synchronised. */
  compared?: ComparedDescription
}

/** How an API description differs from its former state. */
export interface ComparedDescription {
  /** Its text as raw deflate: the next state is compared with it. Empty for an archive that is not OpenAPI. */
  packed: Uint8Array
  /** The differences in the order of the description; undefined when there is nothing to compare with. */
  changes: ApiChange[] | undefined
}

/** The plan of one file. */
export interface FilePlan {
  source: ImportFormat
  item: PlanItem
  /** First-level catalogs. Catalogs are at most three levels deep; siblings have unique names. */
  catalogs: PlanCatalog[]
  /** The pages outside all catalogs. */
  pages: PlanPage[]
  /** Files and pages that are left out, with the reason. */
  skipped: SkippedPart[]
  /** The changes that were necessary to import the content. */
  notes: PlanNote[]
  /** Images and attachments in the archive; only our own exports contain them. */
  files: PlanFile[]
  /** Environments for requests of the item's API pages. */
  environments?: PlanEnvironment[]
  /** What API descriptions say beside their operations. */
  descriptions?: PlanDescription[]
  /** What a Docstead archive has besides: only `bundle/` reads and writes it. */
  bundle?: PlanBundle
}

/** What an API description says beside its operations. */
export interface PlanDescription {
  /** Its format and name, as in {@link PageOrigin}. */
  description: string
  /** OpenAPI 3.1 without paths and webhooks: JSON as raw deflate. */
  head: Uint8Array
}

/** What a Docstead archive brings besides catalogs, pages and files. */
export interface PlanBundle {
  /** The settings of a new item. */
  settings: { allow_comment: boolean; allow_feedback: boolean; global_param: string }
  is_starred: boolean
  members: PlanMember[]
  teams: PlanTeam[]
  templates: { template_title: string; template_content: string }[]
  /** The number of former versions, by the number that a page has in the archive. */
  versions: Map<number, number>
  /** The number of comments and replies. */
  comments: number
  /** The files with the checked versions and comments as JSON lines; empty in a check. */
  versionFiles: string[]
  commentFiles: string[]
}

/** A person by name, and what they may do. */
export interface PlanMember {
  username: string
  /** 0 view, 1 edit, 2 manage. */
  member_group_id: number
  /** The catalogs that they are limited to, by their numbers in the archive; undefined for the whole item. */
  catalogs: number[] | undefined
}

/** A team by its name and that of its creator. */
export interface PlanTeam {
  team_name: string
  owner: string
  member_group_id: number
  members: PlanMember[]
}

/** What a Docstead archive knows about a page. */
interface PlanRecord {
  /** Its number in the archive: versions and comments name it. */
  source_id: number
  /** The user name of the person who wrote it, as text. */
  author: string
  created_at: number
  saved_at: number
  page_version: number
  /** The signs of files that only its former texts show. */
  shown: string[]
  mock?: { path: string; template: string }
}

/** A named set of variables, as an API client stores it. */
export interface PlanEnvironment {
  env_name: string
  /** Where its requests go; undefined when the file does not say. */
  base_url?: string
  /** The value of a secret one is empty. */
  variables: { name: string; value: string; is_secret: boolean }[]
}

/** Where a page of an API description comes from: the next import finds it by this, whatever it is called by then. */
export interface PageOrigin {
  /** The format and name of the description. */
  description: string
  /** Method and path, such as `GET /pets/{id}`; empty for a page that belongs to no operation. */
  call: string
  /** The operation's own name; empty when it has none. */
  operation: string
  /** A `PageSource` as JSON in raw deflate: what an export writes. Missing in a check, and in other formats. */
  source?: Uint8Array
}

/** A file of an import. */
export interface PlanFile {
  /** Its new sign; the texts of the plan refer to it already. */
  sign: string
  display_name: string
  sizeBytes: number
  /** The path of the unpacked file; empty in a check, which does not need it. */
  path: string
}

/** The item that a file describes. */
interface PlanItem {
  /** At most 200 characters; empty when the file does not name it. */
  item_name: string
  item_description: string
  /** A type that can be created. */
  item_type: number
  /** The access password in clear text; '' when the file has none. */
  password: string
  /** Members only, even without a password: the file says so, or does not define the visibility. */
  isPrivate: boolean
}

/** A catalog with its content. */
export interface PlanCatalog {
  cat_name: string
  /** Position among its siblings, smaller first; 99 when the file does not define it. */
  s_number: number
  catalogs: PlanCatalog[]
  pages: PlanPage[]
  /** Its number in a Docstead archive. */
  source_id?: number
}

/** A page to write. */
export interface PlanPage {
  /** 1 to 200 characters, unique in its catalog. */
  page_title: string
  page_content: string
  s_number: number
  /** The remark of a version. */
  page_comments: string
  /** According to the file, only its author could see this page. */
  is_draft: boolean
  /** Its menu information; empty for plain text. */
  ext_info: string
  /** The signs of its files. */
  files: string[]
  /** The key by which other pages of the plan refer to it (see `page-links.ts`); empty when none can. */
  link: string
  /** Set for the pages of an API description. */
  origin?: PageOrigin
  /** Set for the pages of a Docstead archive. */
  record?: PlanRecord
  /** A hash of its text and place, for a check, which does without the text. */
  hash?: string
  /** Its text as raw deflate, packed by the worker: the next import compares the page with it. */
  packed?: Uint8Array
}

/**
 * `notMarkdown`: a file of another kind, such as an image; `notText`: its bytes are not text; `titleTooLong`: over 200
 * characters; `pageTooLarge`: over the page limit; `fileMissing`: named by the item file, but not in the archive;
 * `fileTooLarge`: over the attachment limits; `fileRefused`: of a type that is not accepted; `unusedPart`: of a kind that
 * has no place here, such as comments or deleted pages; `duplicate`: its content is in another file of the export;
 * `notApi`: a recorded request for an image, a style or a script, or a file that describes no API.
 */
export type SkipReason =
  | 'notMarkdown'
  | 'notText'
  | 'titleTooLong'
  | 'pageTooLarge'
  | 'fileMissing'
  | 'fileTooLarge'
  | 'fileRefused'
  | 'unusedPart'
  | 'duplicate'
  | 'notApi'

/** A file or page that is left out. */
export interface SkippedPart {
  /** Its path in the archive, or the path of its page. */
  name: string
  reason: SkipReason
}

/**
 * `folded`: was deeper than three levels and is now in the third; `renamed`: another page of its catalog has that
 * title; `untitled`: had no title; `nameCut`: a name over 200 characters was cut; `merged`: catalogs of one name were
 * merged; `controlsRemoved`: control characters were removed; `encodingGuessed`: not Unicode, read as GB18030 or Big5;
 * `asJsonText`: of a kind that does not exist here, kept as JSON in a code block; `typeChanged`: the item is of a type
 * that does not exist here, or of a one-page type with several pages, and becomes a regular one; `shortened`: a
 * description or remark over its limit was cut; `schemaCut`: its schema refers to itself or grows without end, and is
 * left out from some depth on; `linkBroken`: it links to something that is not in the export; `activeRemoved`: scripts
 * and forms were removed; `treeUnread`: the file with the order of the pages cannot be read, so their folders define
 * it; `macroKept`: a macro that does not exist here, whose text was kept; `macroLeftOut`: a macro without a text of its
 * own, which is left out; `refRemote`: refers to another address, which was not
 * opened; `refRefused`: to one that the server must not open; `refNotFound`, `refUnreachable`, `refTooLarge`,
 * `refUnreadable`: to one that did not give a file of JSON or YAML; `refTooMany`: beyond the limits of what is fetched; `refMissing`: refers to a
 * file that was not sent; `secretsLeftOut`: recorded credentials are left out.
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
  | 'linkBroken'
  | 'activeRemoved'
  | 'treeUnread'
  | 'macroKept'
  | 'macroLeftOut'
  | 'refRemote'
  | 'refRefused'
  | 'refNotFound'
  | 'refUnreachable'
  | 'refTooLarge'
  | 'refUnreadable'
  | 'refTooMany'
  | 'refMissing'
  | 'secretsLeftOut'

/** A change to a page, catalog or item. */
export interface PlanNote {
  /** The path of the page or catalog, parts joined with ` / `. */
  name: string
  reason: NoteReason
}
