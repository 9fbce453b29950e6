const area = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined // blocked by the browser's privacy settings
  }
}

/**
 * Reads the value stored under `key` in this browser; returns `fallback` if it is missing, unreadable or rejected by
 * `isValid`.
 */
export function readStored<T>(key: string, fallback: T, isValid?: (value: unknown) => value is T): T {
  try {
    const text = area()?.getItem(key)
    if (text == null) return fallback
    const value: unknown = JSON.parse(text)
    return isValid && !isValid(value) ? fallback : (value as T)
  } catch {
    return fallback
  }
}

/**
 * Stores `value` under `key`. @returns false if the browser failed to store it, for instance because storage is full
 */
export function writeStored(key: string, value: unknown): boolean {
  try {
    area()?.setItem(key, JSON.stringify(value))
    return area() !== undefined
  } catch {
    return false
  }
}

/** Calls `react` when another tab changes `key`. @returns a function that removes the listener */
export function onStoredElsewhere(key: string, react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) react()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
