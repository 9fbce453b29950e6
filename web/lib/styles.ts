import { boot } from '#web/lib/boot.ts'

const loading = new Map<string, Promise<void>>()

/** Adds the separate style sheet `name` (for instance 'katex') to the page once; resolves when it applies. */
export function loadStyles(name: string): Promise<void> {
  const known = loading.get(name)
  if (known) return known
  const address = boot.assets[name]
  // scripts run after the style sheets of the page itself
  if (!address || document.querySelector(`link[rel=stylesheet][href="${address}"]`)) return Promise.resolve()
  const added = new Promise<void>((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      loading.delete(name) // lets a later call try again
      link.remove()
      resolve() // an unstyled page is better than none
    }
    document.head.append(link)
  })
  loading.set(name, added)
  return added
}
