import { href } from './route.ts'

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Downloads what is at a path of the site, as a file named `name`. */
export const downloadFrom = (path: string, name: string): void => follow(href(path), name)

/** Downloads `content` as a file named `name`. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  follow(address, name)
  // The download has read the blob by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
