let region: HTMLElement | undefined

const liveRegion = () => {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'polite')
  document.body.append(region)
  return region
}

/** Announces `text` to screen readers without showing it. */
export function announce(text: string): void {
  const box = liveRegion()
  box.textContent = ''
  window.setTimeout(() => {
    box.textContent = text
  }, 60) // an unchanged text is not announced again; a new node is
}
