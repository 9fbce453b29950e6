import { href } from '#web/lib/route.ts'
import type { AnyFile } from './files.ts'

/** Downloads a file under its name. */
export function download(file: Pick<AnyFile, 'url' | 'display_name'>): void {
  const link = document.createElement('a')
  link.href = href(file.url)
  link.download = file.display_name
  link.click()
}
