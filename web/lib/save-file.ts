/** Hands `content` to the person as a download named `name`. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // the download has taken it by then
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
