import { bundleFormat } from '#shared/bundle-format.ts'
import type { Lang } from '#src/core/i18n.ts'
import { cleanFileName, FolderNames, untitledFile } from '../file-name.ts'
import type { PageSummary } from '../queries.ts'
import { inOrder, type Tree } from '../scope.ts'

/** The folder of images and attachments in the archive. */
export const filesFolder = '_files'

/** The names at the top of the archive that no page or catalog may have. */
const ownNames = [
  filesFolder,
  bundleFormat.historyFolder,
  bundleFormat.commentsFolder,
  bundleFormat.file,
  'info.json',
  'prefix_info.json',
]

/** The position of a page in the archive. */
export interface Place {
  page: PageSummary
  /** Its folders, each followed by a slash; may be empty. */
  folder: string
  depth: number
  path: string
}

/** Returns the position of each page of a tree, in reading order. */
export function placesOf(tree: Tree, lang: Lang): Place[] {
  const untitled = untitledFile[lang]
  const places: Place[] = []
  const visit = (branch: Tree, folder: string, depth: number) => {
    const names = new FolderNames()
    if (depth === 0) for (const name of ownNames) names.take(name)
    for (const part of inOrder(branch)) {
      if ('page' in part) {
        const name = names.take(cleanFileName(part.page.page_title, untitled), '.md')
        places.push({ page: part.page, folder, depth, path: folder + name })
      } else visit(part.catalog, `${folder}${names.take(cleanFileName(part.catalog.cat_name, untitled))}/`, depth + 1)
    }
  }
  visit(tree, '', 0)
  return places
}
