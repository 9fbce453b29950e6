import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fail } from '#src/core/errors.ts'

/** Where the files of a ShowDoc site are. */
interface SitePlace {
  /** Its database: a SQLite file or an SQL dump. */
  source: string
  /** Its folder `Public/Uploads`; undefined without one. */
  uploads: string | undefined
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

// The folder of the program in the volume that its container image mounts. Source: reference, formats-and-data 8.1.
const roots = ['', 'html', 'showdoc_data/html', 'showdoc_data']

/** Returns the folder with the files of the ShowDoc that is in `folder`; undefined without one. */
function uploadsIn(folder: string): string | undefined {
  for (const root of roots) {
    const uploads = join(folder, root, 'Public', 'Uploads')
    if (isFolder(uploads)) return uploads
  }
  return undefined
}

/**
 * Finds a site by the path of its folder or of its database, and its files next to it.
 *
 * @throws {AppError} showdocPathBad
 */
export function locateSite(path: string): SitePlace {
  const at = resolve(path)
  if (isFile(at)) {
    const folder = dirname(at)
    return { source: at, uploads: basename(folder) === 'Sqlite' ? uploadsIn(dirname(folder)) : undefined }
  }
  if (existsSync(at) && isFolder(at))
    for (const root of roots) {
      const source = join(at, root, 'Sqlite', 'showdoc.db.php')
      if (isFile(source)) return { source, uploads: uploadsIn(join(at, root)) }
    }
  return fail('showdocPathBad', { path })
}

/**
 * As `locateSite`, for a path that an administrator of the site names: files are read only from a folder
 * `Public/Uploads`, so that no database can name other files of the server. With an uploaded database, the path is that
 * of ShowDoc's folder.
 *
 * @throws {AppError} showdocNoSource, showdocPathBad
 */
export function locateNamedSite(path: string, uploaded: string | undefined): SitePlace {
  if (path === '' && uploaded === undefined) fail('showdocNoSource')
  if (path === '') return { source: uploaded ?? '', uploads: undefined }
  if (!isAbsolute(path)) fail('showdocPathBad', { path })
  if (uploaded === undefined) return locateSite(path)
  const uploads = isFolder(path) ? uploadsIn(path) : undefined
  return { source: uploaded, uploads: uploads ?? fail('showdocPathBad', { path }) }
}
