const area = (): Storage | undefined => {
  try {
    return globalThis.localStorage
  } catch {
    return undefined // blocked by the browser's privacy settings
  }
}

/** The value stored under `key` in this browser; `fallback` when absent, unreadable or refused by `isValid`. */
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

/** Stores `value` under `key`. @returns false when the browser refused, for instance because it is full */
export function writeStored(key: string, value: unknown): boolean {
  try {
    area()?.setItem(key, JSON.stringify(value))
    return area() !== undefined
  } catch {
    return false
  }
}

/** Runs `react` when another tab changes `key`. @returns a function that stops it */
export function onStoredElsewhere(key: string, react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) react()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
