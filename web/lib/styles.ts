import { ApiError } from '#shared/contract/client.ts'
import { boot } from '#web/lib/boot.ts'

/** A style sheet that fails to load is requested this often before that is reported. */
const attempts = 2
const sheets = new Map<string, Promise<void>>()

/** Whether a sheet that the page itself has linked applies: one that failed to load has no rules, or lets nobody read them. */
function isLinked(address: string): boolean {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${address}"]`)
  try {
    return (link?.sheet?.cssRules.length ?? 0) > 0
  } catch {
    return false
  }
}

function addLink(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve(true)
    link.onerror = () => {
      link.remove()
      resolve(false)
    }
    document.head.append(link)
  })
}

async function addSheet(name: string, address: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) if (await addLink(address)) return
  sheets.delete(name) // lets a later call try again
  throw new ApiError({ error_code: -1, error_name: 'offline', error_message: '', request_id: '' })
}

/**
 * Adds the separate style sheet `name` (for instance 'katex') to the page once; resolves when it applies.
 *
 * @throws {ApiError} `offline` when it cannot be loaded; a later call tries again
 */
export function loadStyles(name: string): Promise<void> {
  const known = sheets.get(name)
  if (known) return known
  const address = boot.assets[name]
  // scripts run after the style sheets of the page itself
  if (!address || isLinked(address)) return Promise.resolve()
  const added = addSheet(name, address)
  sheets.set(name, added)
  return added
}

let isRestNeeded = false

/**
 * Loads the second style sheet for a script whose styles are in it. Never rejects: a script that fails once is never evaluated
 * again.
 */
export async function loadRestStyles(): Promise<void> {
  isRestNeeded = true
  await loadStyles('rest').catch(() => undefined)
}

/**
 * Loads the second style sheet again if a script has needed it in vain.
 *
 * @throws {ApiError} `offline` when it still cannot be loaded
 */
export async function completeStyles(): Promise<void> {
  if (isRestNeeded) await loadStyles('rest')
}
