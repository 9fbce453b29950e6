import { randomBytes } from 'node:crypto'
import { lstatSync, realpathSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { AppError } from '#src/core/errors.ts'
import { detectAttachmentType, findFileSigns } from '#src/features/attachment/index.ts'
import type { Conversion, ConvertedItem, Items } from './conversion.ts'
import type { People } from './people.ts'
import { addressOfSign, type FileAddresses, isSafePath, pathInUploads } from './texts.ts'
import type { SourceRow } from './values.ts'

/** A file of a site. */
interface SiteFile {
  sign: string
  /** Below `Public/Uploads/`; empty for a file elsewhere. */
  path: string
  /** Its address when it is in object storage. */
  remote: string
  display_name: string
  /** Its row there; undefined for a file that only texts mention, as those of version 1. */
  row: SourceRow | undefined
  /** Its number here, once it is known to come or to be here. */
  file_id: number | undefined
  /** Whether it comes with this import. */
  isNew: boolean
  /** Its size in bytes; undefined when it is not there. */
  bytes: number | undefined
  /** The first item that shows it, here. */
  item_id: number
  /** Who wrote the first page that shows it, here. */
  uid: number
}

/** A file that was copied and waits to be stored: its name, and where it is. */
export interface CopiedFile {
  stored_name: string
  path: string
}

interface Shown {
  file: SiteFile
  page_id: number
  item_id: number
  addtime: number
}

const unknownType = 'application/octet-stream'

/** The uploaded files of a site: which there are, which texts show them, and which come. */
export class SiteFiles {
  readonly #conversion: Conversion
  /** The folder `Public/Uploads` of the site; undefined without one. */
  readonly #root: string | undefined
  readonly #bySign = new Map<string, SiteFile>()
  readonly #byPath = new Map<string, SiteFile>()
  readonly #shown: Shown[] = []
  readonly #hostile = new Set<string>()
  /** Bytes of all files that come. */
  #newBytes = 0

  constructor(conversion: Conversion, uploads: string | undefined) {
    this.#conversion = conversion
    this.#root = uploads === undefined ? undefined : realpathSync(uploads)
    for (const row of conversion.rows('upload_file')) this.#add(row)
  }

  #add(row: SourceRow): void {
    const { report } = this.#conversion
    const sign = row.raw('sign').trim().toLowerCase()
    const address = row.raw('real_url').trim()
    const display_name = fileName(row.name('display_name') || basename(address))
    if (!/^[0-9a-f]{32}$/.test(sign) || this.#bySign.has(sign)) {
      this.#conversion.orphan('file', display_name)
      return
    }
    const path = pathInUploads(address) ?? ''
    const isSafe = path !== '' && isSafePath(path)
    if (path !== '' && !isSafe) {
      report.note('fileHostile', display_name)
      this.#hostile.add(sign)
    }
    const file: SiteFile = {
      sign,
      path: isSafe ? path : '',
      remote: path === '' && /^https?:\/\//i.test(address) ? address : '',
      display_name,
      row,
      file_id: undefined,
      isNew: false,
      bytes: undefined,
      item_id: 0,
      uid: 0,
    }
    const isKnown = this.#conversion.isKnown('file', row.int('file_id'))
    if (!isKnown && this.#conversion.stage.findBy('upload_file', 'sign', sign) !== undefined) {
      report.note('double', display_name)
      report.count('file', 'left')
    } else if (isKnown) file.file_id = this.#conversion.find('file', row.int('file_id'))
    else {
      file.bytes = file.path === '' ? undefined : this.#sizeOf(file.path)
      file.isNew = file.bytes !== undefined
    }
    this.#bySign.set(sign, file)
    if (file.path !== '') this.#byPath.set(file.path, file)
  }

  /** Returns the size of a regular file below the folder, which no link leads out of; undefined for any other. */
  #sizeOf(path: string): number | undefined {
    if (this.#root === undefined) return undefined
    try {
      const found = lstatSync(join(this.#root, path))
      if (!found.isFile() || !realpathSync(join(this.#root, path)).startsWith(this.#root + sep)) return undefined
      return found.size
    } catch {
      return undefined
    }
  }

  /** Returns the addresses here of files that a text mentions. */
  addresses(item: ConvertedItem | undefined, uid: number): FileAddresses {
    const addressOf = (file: SiteFile | undefined): string | undefined => {
      if (!file) return undefined
      if (file.item_id === 0 && item) file.item_id = item.item_id
      if (file.uid === 0) file.uid = uid
      return file.remote || addressOfSign(file.sign)
    }
    return {
      bySign: (sign) => addressOf(this.#bySign.get(sign)),
      byPath: (path) => addressOf(this.#byPath.get(path) ?? this.#unlisted(path)),
    }
  }

  /** Finds a file that has no row there: version 1 had no table of files. */
  #unlisted(path: string): SiteFile | undefined {
    if (!isSafePath(path)) return undefined
    const { stage } = this.#conversion
    const bytes = this.#sizeOf(path)
    const file_id = stage.findBy('upload_file', 'former_path', path)
    if (bytes === undefined && file_id === undefined) return undefined
    const sign =
      file_id === undefined ? randomBytes(16).toString('hex') : String(stage.find('upload_file', file_id)?.['sign'])
    const isNew = file_id === undefined
    const file = {
      sign,
      path,
      remote: '',
      display_name: fileName(basename(path)),
      row: undefined,
      file_id,
      isNew,
      bytes,
      item_id: 0,
      uid: 0,
    }
    this.#bySign.set(sign, file)
    this.#byPath.set(path, file)
    return file
  }

  /** Notes the files that a page shows. */
  show(text: string, page: { page_id: number; item_id: number }, addtime: number): void {
    for (const sign of findFileSigns(text)) {
      const file = this.#bySign.get(sign)
      if (file) this.#shown.push({ file, ...page, addtime })
    }
  }

  /** Notes the files that come now and that an unchanged page shows. */
  showNew(text: string, page: { page_id: number; item_id: number }, addtime: number): void {
    for (const sign of findFileSigns(text)) {
      const file = this.#bySign.get(sign)
      if (file?.isNew === true) this.#shown.push({ file, ...page, addtime })
    }
  }

  /** Bytes of all files that come. */
  get newBytes(): number {
    for (const file of this.#bySign.values()) this.#newBytes += file.isNew ? (file.bytes ?? 0) : 0
    const bytes = this.#newBytes
    this.#newBytes = 0
    return bytes
  }

  /**
   * Converts the rows of the files, once all texts have been read, and copies those that come to the folder `to`. Returns
   * the copies.
   */
  async convert(people: People, items: Items, to: string): Promise<CopiedFile[]> {
    const { report, options } = this.#conversion
    const copies: CopiedFile[] = []
    for (const file of this.#bySign.values()) {
      this.#conversion.onRow()
      if (file.file_id !== undefined) {
        report.count('file', 'same')
        continue
      }
      if (file.remote !== '') {
        report.note('fileRemote', file.display_name)
        report.count('file', 'left')
        continue
      }
      if (!file.isNew) {
        if (this.#hostile.has(file.sign)) report.count('file', 'left')
        else if (file.path === '' || this.#sizeOf(file.path) === undefined) {
          report.note('fileMissing', file.display_name)
          report.count('file', 'left')
        }
        continue
      }
      const stored_name = randomBytes(16).toString('hex')
      let file_type = unknownType
      if (!options.isDry) {
        const path = join(to, stored_name)
        await copyFile(join(this.#root ?? '', file.path), path)
        copies.push({ stored_name, path })
        file_type = await typeOf(path, file.display_name)
      }
      this.#convert(file, { stored_name, file_type }, people, items)
      report.count('file', 'added')
    }
    this.#convertPlaces(items)
    return copies
  }

  #convert(file: SiteFile, stored: { stored_name: string; file_type: string }, people: People, items: Items): void {
    const { stage, options } = this.#conversion
    const { row } = file
    const content = {
      sign: file.sign,
      display_name: file.display_name,
      ...stored,
      file_size: file.bytes ?? 0,
      uid: (row && people.uid(row.int('uid'))) || file.uid || people.owner,
      item_id: (row && items.get(row.int('item_id'))?.item_id) ?? file.item_id,
      former_path: file.path,
      visit_times: row?.int('visit_times') ?? 0,
      last_visit_time: row?.time('last_visit_time') ?? 0,
      addtime: row?.time('addtime') || options.now,
    }
    if (row) {
      this.#conversion.sync('file', row.int('file_id'), { row: () => content })
      file.file_id = this.#conversion.find('file', row.int('file_id'))
    } else {
      file.file_id = this.#conversion.newNumber('file')
      stage.put('upload_file', { ...content, file_id: file.file_id })
    }
  }

  /** Converts which pages list and show which files. */
  #convertPlaces(items: Items): void {
    const { stage, source } = this.#conversion
    const byNumber = new Map<number, SiteFile>()
    for (const file of this.#bySign.values()) if (file.row) byNumber.set(file.row.int('file_id'), file)
    const listed = (file: SiteFile | undefined, page: number, item: number, addtime: number) => {
      const page_id = page === 0 ? undefined : this.#conversion.find('page', page)
      const item_id = items.get(item)?.item_id
      if (file?.file_id === undefined || page_id === undefined || item_id === undefined) return
      stage.put('file_page', { file_id: file.file_id, page_id, item_id, is_listed: 1, addtime }, 'absent')
    }
    const lastRead = this.#conversion.lastRead('file_page')
    for (const row of this.#conversion.rows('file_page')) {
      const file = byNumber.get(row.int('file_id'))
      if (row.number > lastRead || file?.isNew === true)
        listed(file, row.int('page_id'), row.int('item_id'), row.time('addtime'))
    }
    // older versions name the page in the file's own row
    if (!source.file.tables.has('file_page'))
      for (const file of this.#bySign.values())
        if (file.isNew && file.row)
          listed(file, file.row.int('page_id'), file.row.int('item_id'), file.row.time('addtime'))
    for (const { file, page_id, item_id, addtime } of this.#shown)
      if (file.file_id !== undefined)
        stage.put('file_page', { file_id: file.file_id, page_id, item_id, is_listed: 0, addtime }, 'absent')
  }
}

/** Returns a file name without a folder. */
const fileName = (name: string): string => name.replaceAll(/[\\/]/g, '_') || 'file'

/** Returns the media type of a stored file; one that is only downloaded when its content is not what its name says. */
async function typeOf(path: string, name: string): Promise<string> {
  try {
    return await detectAttachmentType(path, name, true)
  } catch (error) {
    if (error instanceof AppError) return unknownType
    throw error
  }
}
