import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '#web/lib/api.ts'
import { type BoxName, boxOfRefusal } from './refusal.ts'

/** Why a form was not accepted, and which of its boxes is to blame. */
export interface Refused {
  /** In the language of the moment at which it is read. */
  readonly message: string
  box: BoxName | undefined
  errorName: ApiError['errorName'] | undefined
}

/** How long another try is ignored after a refusal, in ms. Source: specification 4, login failure. */
const pauseMs = 500

const refusedBy = (error: unknown): Refused => {
  const errorName = error instanceof ApiError ? error.errorName : undefined
  return {
    get message() {
      return messageOf(error)
    },
    box: errorName && boxOfRefusal(errorName),
    errorName,
  }
}

/** What became of a try: done, refused, or ignored because it came too soon. */
export type Outcome = 'done' | 'ignored' | Refused

/** What a form knows of its tries. */
export interface Attempt {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  refused: Refused | undefined
  /** How often the password was wrong. */
  failures: number
  /** Runs the deed: one at a time, and not within 0.5 s after a refusal. */
  run: (deed: () => Promise<unknown>) => Promise<Outcome>
  /** Says no before the server is asked; `say` gives the words by `i18next.t`, for the language may change. */
  refuse: (box: BoxName, say: () => string) => void
  /** Takes back what was said. */
  clear: () => void
}

/**
 * The tries of a form. After a refusal the box to blame is focused with its text selected.
 *
 * @param part which part of the form is on show, when it has several
 */
export function useAttempt(part?: string): Attempt {
  const form = useRef<HTMLFormElement>(null)
  const notBefore = useRef(0)
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const [refused, setRefused] = useState<Refused>()
  useEffect(() => {
    const box = refused?.box && form.current?.elements.namedItem(refused.box)
    if (!(box instanceof HTMLInputElement)) return
    box.focus()
    box.select()
  }, [refused, part])
  const run = async (deed: () => Promise<unknown>): Promise<Outcome> => {
    if (busy || Date.now() < notBefore.current) return 'ignored'
    setBusy(true)
    try {
      await deed()
      setRefused(undefined)
      return 'done'
    } catch (error) {
      notBefore.current = Date.now() + pauseMs
      const reason = refusedBy(error)
      if (reason.box === 'password') setFailures((count) => count + 1)
      setRefused(reason)
      return reason
    } finally {
      setBusy(false)
    }
  }
  const refuse = (box: BoxName, say: () => string) =>
    setRefused({
      get message() {
        return say()
      },
      box,
      errorName: undefined,
    })
  return { form, busy, refused, failures, run, refuse, clear: () => setRefused(undefined) }
}
