import { z } from 'zod'

/** The version of the format. A program reads its own and older ones. */
export const formatVersion = 1

/** The names in an archive. `docs/backup-format.md` describes it. */
export const entryNames = {
  head: 'docstead-backup.json',
  database: 'docstead.db.zst',
  config: 'config.json',
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
} as const

/** The name of the unpacked database. */
export const databaseName = 'docstead.db'

const Count = z.int().min(0)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The first entry of an archive: what it is, before any of its content has been read. */
export const Head = z.object({
  format: z.literal('docstead-backup'),
  format_version: z.int().min(1),
  product_version: z.string(),
  commit: z.string(),
  /** The number of the database's schema. */
  schema: Count,
  /** The moment that the backup shows, in Unix seconds. */
  time: Count,
  /** Bytes of the unpacked database. */
  database_bytes: Count,
  /** Bytes of all uploaded files. */
  upload_bytes: Count,
  /** Where the uploaded files are: in the archive, or in the folder `uploads` next to it, which all backups of a place share. */
  uploads: z.enum(['inside', 'separate']),
})
/** The head of an archive. */
export type Head = z.output<typeof Head>

const ArchiveFile = z.object({ name: z.string(), size: Count, sha256: Sha256 })
/** A file of a backup: its name in the archive, its size in bytes, its hash. */
export type ArchiveFile = z.output<typeof ArchiveFile>

/** What a backup contains. */
export const Counts = z.object({ items: Count, pages: Count, users: Count, uploads: Count })
/** Numbers of what a backup contains. */
export type Counts = z.output<typeof Counts>

/** The last entry but one of an archive: everything that it contains, with sizes and hashes. */
export const Manifest = Head.extend({
  counts: Counts,
  /** The unpacked database. */
  database: ArchiveFile,
  files: z.array(ArchiveFile),
  /** Uploaded files that the database names and that were missing on the disk: their stored names. */
  missing: z.array(z.string()),
})
/** The manifest of an archive. */
export type Manifest = z.output<typeof Manifest>
/** A manifest without its list of files. */
export type Summary = Omit<Manifest, 'files'>

/** Returns the name in an archive of a stored file, the same as below the data folder. */
export const uploadName = (stored: string): string => `uploads/${stored.slice(0, 2)}/${stored}`

/** Returns the stored name of an entry; undefined when it is no uploaded file. */
export const storedNameOf = (entry: string): string | undefined =>
  /^uploads\/([0-9a-f]{2})\/(\1[0-9a-f]{30})$/.exec(entry)?.[2]

/** Returns the text of SHA256SUMS, as `sha256sum --check` reads it. */
export const sumsOf = (files: readonly ArchiveFile[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

/** Returns the file name of a backup from this moment, in Unix seconds: `docstead-20260131-020000Z.tar`. */
export function backupName(time: number): string {
  const [date = '', clock = ''] = new Date(time * 1000).toISOString().split(/[T.]/)
  return `docstead-${date.replaceAll('-', '')}-${clock.replaceAll(':', '')}Z.tar`
}

/** Whether a file name is one that `backupName` gives. */
export const isBackupName = (name: string): boolean => /^docstead-\d{8}-\d{6}Z\.tar$/.test(name)

/** Returns the time in the name of a backup, in Unix seconds. */
export function timeInName(name: string): number {
  const text = name.replace(/^docstead-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)Z\.tar$/, '$1-$2-$3T$4:$5:$6Z')
  return Math.floor(Date.parse(text) / 1000)
}
