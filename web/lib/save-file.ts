/** Downloads `content` as a file named `name`. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has read the blob by then.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
