import { useEffect, useState } from 'react'
import { copyText } from '#web/lib/clipboard.ts'

/** Returns a function that copies a text, and whether it has just been copied: true for 2 s. */
export function useCopy(): [copied: boolean, copy: (text: string) => Promise<boolean>] {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = window.setTimeout(() => setCopied(0), 2000)
    return () => window.clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    const done = await copyText(text)
    if (done) setCopied((count) => count + 1)
    return done
  }
  return [copied > 0, copy]
}
